import { readFileSync } from 'node:fs';

/** A real file of a few kilobytes, as a camera's or an office's program wrote it. */
export const fileOf = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url));

/** A real file for a type of document: letters are PDFs, all else photographs. */
export const documentFor = (type: string | undefined) =>
  type === 'proof_of_address' || type === 'company_registration'
    ? { type: 'application/pdf', bytes: fileOf('address.pdf') }
    : { type: 'image/jpeg', bytes: fileOf('passport.jpg') };

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../../client/src/contract.ts';
import { createClient } from '../../client/src/create-client.ts';
import type { Announced } from '../start/announce.ts';
import { curlOfUpload, type Narration, narratedFetch } from './narrator.ts';

/** Whom the tour calls, and how it prints. */
export type Tour = Pick<Announced, 'base_url' | 'secret_key'> & Omit<Narration, 'base_url'>;

/** `shown` prints its calls, `asked` does not. */
export type Guide = Tour & {
  readonly shown: Client;
  readonly asked: Client;
  readonly title: (text: string) => void;
};

/** A guide whose titles are numbered. */
export const guideOf = (tour: Tour): Guide => {
  const options = { baseUrl: tour.base_url, apiKey: tour.secret_key };
  let step = 0;
  return {
    ...tour,
    shown: createClient({ ...options, fetch: narratedFetch(tour) }),
    asked: createClient(options),
    title: (text) => tour.print(`${tour.style('bold', `${++step}. ${text}`)}\n`),
  };
};

const root = join(import.meta.dirname, '..', '..');

/** A file for a type of document, from the root of the repository: letters are PDFs, all else photographs. */
export const fileFor = (type: string) => {
  const isLetter = type === 'proof_of_address' || type === 'company_registration';
  const path = `test/fixtures/documents/${isLetter ? 'address.pdf' : type === 'selfie' ? 'passport.png' : 'passport.jpg'}`;
  const content_type = isLetter
    ? 'application/pdf'
    : type === 'selfie'
      ? 'image/png'
      : 'image/jpeg';
  return { path, content_type, size_bytes: statSync(join(root, path)).size } as const;
};

/** A link for the upload of a new document; null where the service has the bytes. */
type Upload = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
} | null;

/** Sends the bytes of a file to the link of a document, which it prints as curl. */
export const send = async (
  { print, style }: Pick<Guide, 'print' | 'style'>,
  upload: Upload,
  file: string,
) => {
  if (!upload) throw new Error('The new document has no link for its upload.');
  const { url, method, headers } = upload;
  print(style('cyan', curlOfUpload({ url, headers, file })));
  const { status } = await fetch(url, { method, headers, body: readFileSync(join(root, file)) });
  print(`${style('green', String(status))}\n`);
};

const wait_ms_max = 60_000;
const look_ms = 200;

/** Looks until it is so; the limit only ends a tour that nothing comes of. */
export const until = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> => {
  const looking = AbortSignal.timeout(wait_ms_max);
  while (!(await isSo())) {
    if (looking.aborted)
      throw new Error(`${what}: that has not come true within ${wait_ms_max / 1_000} s.`);
    await wait(look_ms);
  }
};

import type { Address } from '../customers/address.ts';
import type { Document } from '../documents/model.ts';
import type { IdentityVerifier, Subject } from '../verifiers/verifier.ts';
import type { VerificationCase } from './decision.ts';

/** A verification that was submitted, with all that a verifier may look at. */
export type SubmittedCase = VerificationCase & { readonly documents: readonly Document[] };

/** Reads the bytes of a document that were accepted; null where there are none. */
export type ReadBytes = (document: Document) => Promise<Buffer | null>;

/**
 * Who has to be checked for a verification, by what its submission stated: an individual; of a business who acts for it. A
 * verifier that decides over customers gets the same names, under the id of the customer.
 */
export const subjectsOf = (
  { verification, customer, documents }: SubmittedCase,
  _decides: IdentityVerifier['decides'],
  read: ReadBytes,
): readonly Subject[] => {
  const { id, tenant_id, level, identity, addresses, cured_errors } = verification;
  const names = identity?.names ?? [];
  return [
    {
      ...{ tenant_id, level, cured_errors, id: customer.id, verification_id: id },
      submitted_at: verification.submitted_at ?? '',
      ...namesOf(customer.type, names),
      date_of_birth: identity?.date_of_birth ?? null,
      nationality: identity?.nationality ?? null,
      address: (addresses?.at(-1) ?? null) as Address | null,
      documents: documents.map((document) => ({ ...document, read: () => read(document) })),
    },
  ];
};

/** The names of a person, in the order of `identityOf` (customers/model.ts). */
const namesOf = (type: SubmittedCase['customer']['type'], names: readonly (string | null)[]) => {
  const [first_name = null, middle_name = null, last_name = null] =
    type === 'individual' ? names : [names[3], null, names[4]];
  return { first_name: first_name ?? null, middle_name, last_name };
};

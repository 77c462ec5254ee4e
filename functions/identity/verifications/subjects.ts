import type { Address } from '../customers/address.ts';
import type { Document } from '../documents/model.ts';
import type { DocumentType } from '../documents/states.ts';
import type { IdentityVerifier, Subject } from '../verifiers/verifier.ts';
import type { VerificationCase } from './decision.ts';
import { governmentId, sidesNeeded } from './documents.ts';

/** A verification that was submitted, with all that a verifier may look at. */
export type SubmittedCase = VerificationCase & { readonly documents: readonly Document[] };

/** Reads the bytes of a document that were accepted; null where there are none. */
export type ReadBytes = (document: Document) => Promise<Buffer | null>;

/**
 * The subjects to check for a verification, by its submission's data. An individual is one subject;
 * for a business, each person who proves an identity at the level is one, with the documents of
 * that person. A verifier that decides over customers gets a business as one subject, under the id
 * of the customer and the names of the representative.
 */
export const subjectsOf = (
  { verification, customer, documents }: SubmittedCase,
  decides: IdentityVerifier['decides'],
  read: ReadBytes,
): readonly Subject[] => {
  const { id, tenant_id, level, identity, addresses, remedied_errors, submitted_at } = verification;
  const subject = (
    of: string,
    stated: Stated,
    address: Address | null,
    own: readonly Document[],
  ): Subject => {
    const [first_name = null, middle_name = null, last_name = null] = stated.names;
    return {
      tenant_id,
      level,
      remedied_errors,
      id: of,
      verification_id: id,
      submitted_at: submitted_at ?? '',
      first_name,
      middle_name,
      last_name,
      latin_name: latinNameIn(stated),
      date_of_birth: stated.date_of_birth,
      nationality: stated.nationality,
      address,
      documents: usedOf(own).map((document) => ({ ...document, read: () => read(document) })),
    };
  };
  if (!identity || customer.type === 'individual')
    return [subject(customer.id, identity ?? nobody, addresses?.[0] ?? null, documents)];
  // The representative is the first; the address of the business itself stands before those of its persons.
  const proving = level === 'enhanced' ? identity.persons : identity.persons.slice(0, 1);
  if (decides === 'persons')
    return proving.map((one, position) => {
      const own = documents.filter(({ person_id }) => person_id === one.id);
      return subject(one.id, one, addresses?.[position + 1] ?? null, own);
    });
  return [subject(customer.id, proving[0] ?? nobody, addresses?.[1] ?? null, documents)];
};

const latinNameIn = ({ latin_names }: Stated): NonNullable<Subject['latin_name']> | null => {
  const [first_name = null, middle_name = null, last_name = null] = latin_names ?? [];
  return last_name === null ? null : { first_name, middle_name, last_name };
};

type Stated = Pick<
  NonNullable<SubmittedCase['verification']['identity']>,
  'names' | 'latin_names' | 'date_of_birth' | 'nationality'
>;

const nobody: Stated = { names: [], date_of_birth: null, nationality: null };

/**
 * The accepted documents that count. They are the newest of each type and side. Some prove the
 * same, such as a passport and a national id: then the one with every side that was sent last
 * counts.
 */
const usedOf = (documents: readonly Document[]): readonly Document[] => {
  const newest = documents
    .filter(({ status }) => status === 'accepted')
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .filter(
      (one, at, all) =>
        all.findIndex(({ type, side }) => type === one.type && side === one.side) === at,
    );
  const isWhole = (type: DocumentType) =>
    sidesNeeded(type).every((side) => newest.some((one) => one.type === type && one.side === side));
  const isIdentity = (type: DocumentType) => governmentId.choices.includes(type);
  const sent = newest.map(({ type }) => type).filter(isIdentity);
  const chosen = sent.find(isWhole) ?? sent[0];
  return newest.filter(({ type }) => type === chosen || !isIdentity(type));
};

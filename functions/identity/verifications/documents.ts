import { deepEqual } from '../../core/json.ts';
import type { Requirement } from '../../core/requirement-schema.ts';
import { currentCatalogue } from '../catalogues/catalogue.ts';
import type { ProofName } from '../catalogues/model.ts';
import {
  areSameAddresses,
  birthDatesIn,
  isSameIdentity,
  withoutBirthDates,
} from '../customers/identity.ts';
import { addressesOf, type Customer, identityOf } from '../customers/model.ts';
import type { VerificationLevel } from '../customers/persons.ts';
import { provingPersons } from '../customers/persons.ts';
import { correctedProfile, type ProfilePart } from '../customers/requirements.ts';
import type { Document } from '../documents/model.ts';
import { type DocumentSide, type DocumentType, sidesOf } from '../documents/states.ts';
import { type ProofCode, remedyOf, verificationErrors } from './errors.ts';
import type { Verification } from './model.ts';

/** The members of a document that decide whether it helps a verification. */
export type DocumentReference = Pick<Document, 'id' | 'type' | 'side' | 'status' | 'person_id'>;

/** Something to be proven by documents: any one of its choices does, the first is offered first. */
export type Proof = {
  readonly code: ProofCode;
  readonly description: string;
  readonly choices: readonly DocumentType[];
  /** The person of a business whose documents these are; null of the customer. */
  readonly person_id: string | null;
};

/** A proof before it is known whose it is. */
type Kind = Omit<Proof, 'person_id'>;

const descriptions: Readonly<Record<ProofName, string>> = {
  government_id: 'A government document with a picture, every side of it.',
  selfie: 'A picture of the person’s face, taken now.',
  proof_of_address: 'A bill or statement that shows name and address.',
  company_registration: 'An extract of the register that contains the business.',
};

const kindOf = (name: ProofName): Kind => ({
  code: `document.${name}`,
  description: descriptions[name],
  choices: currentCatalogue.documents[name],
});

/** The documents that prove an identity. */
export const governmentId: Kind = kindOf('government_id');

/**
 * The proofs for a level, by the catalogue; for a business, its registration and the identity of
 * persons.
 */
export const proofsOf = (
  { type, persons }: Customer,
  level: VerificationLevel,
): readonly Proof[] => {
  const { person, business } = currentCatalogue.proofs;
  const ofPerson = (person_id: string | null) =>
    person[level].map((name) => ({ ...kindOf(name), person_id }));
  if (type === 'individual') return ofPerson(null);
  const proving = provingPersons(persons, level).flatMap(({ id }) => ofPerson(id));
  return [...business.map((name) => ({ ...kindOf(name), person_id: null })), ...proving];
};

/** Whether two proofs are the same one, whatever their choices are. */
export const isSameProof = (one: Proof, other: Proof): boolean =>
  one.code === other.code && one.person_id === other.person_id;

/** One side of a document that is needed, and the best that there is of it. */
export type Side = {
  readonly type: DocumentType;
  readonly side: DocumentSide | null;
  readonly document: DocumentReference | undefined;
};

/** Whether a document helps: a rejected or expired one does not. */
export const helps = ({ status }: DocumentReference): boolean => worth[status] > 0;

/** The sides of the choice that is furthest on; of equals the first. */
export const furthest = (
  { choices, person_id }: Proof,
  all: readonly DocumentReference[],
): readonly Side[] => {
  const documentReferences = all.filter((document) => document.person_id === person_id);
  const sides = choices.map((type) =>
    sidesNeeded(type).map((side) => ({
      type,
      side,
      document: best(documentReferences, type, side),
    })),
  );
  const [first = [], ...others] = sides;
  return others.reduce(
    (ahead, other) => (progressOf(other) > progressOf(ahead) ? other : ahead),
    first,
  );
};

/** Every side that must be seen of a document; of one without sides just itself. */
export const sidesNeeded = (type: DocumentType): readonly (DocumentSide | null)[] =>
  sidesOf[type].length > 0 ? sidesOf[type] : [null];

/** How far a document is. */
const worth = { accepted: 3, processing: 2, awaiting_upload: 1, rejected: 0, expired: 0 } as const;

const best = (
  documentReferences: readonly DocumentReference[],
  type: DocumentType,
  side: DocumentSide | null,
): DocumentReference | undefined =>
  documentReferences
    .filter((document) => document.type === type && document.side === side && helps(document))
    .reduce<DocumentReference | undefined>(
      (a, b) => (a && worth[a.status] >= worth[b.status] ? a : b),
      undefined,
    );

/** Between 0, nothing there, and 1, all accepted. */
const progressOf = (sides: readonly Side[]): number =>
  sides.reduce((sum, { document }) => sum + (document ? worth[document.status] : 0), 0) /
  (sides.length * worth.accepted);

/** The last decision for better input, and what it was about: from that follows whether better input has come since. */
export type LastDecision = Pick<
  Verification,
  'last_error' | 'identity' | 'addresses' | 'tried_document_ids' | 'checks' | 'submitted_at'
>;

/**
 * The open tasks after a decision for better input: a correction of the profile, or a new document
 * for a proof.
 */
export type Remediation = {
  readonly correction?: Requirement;
  readonly renewed?: {
    /** With the choices that are left, and the error's own words. */
    readonly proof: Proof;
    /** Whether a document was looked at for it already: it does not help again. */
    readonly isSpent: (document: Pick<DocumentReference, 'id' | 'type'>) => boolean;
  };
  /** The proofs whose renewal helps as well, while nothing has come for any. */
  readonly documents: readonly Proof[];
};

/**
 * The input that a decision for better input asks for; undefined without one, and once the profile
 * has changed. A document that was looked at does not help again; one that came later, or that the
 * verification names since, does.
 */
export const remediationOf = (
  decision: LastDecision,
  customer: Customer,
  proofs: readonly Proof[],
  {
    named,
    others,
  }: {
    readonly named: readonly DocumentReference[];
    readonly others: readonly DocumentReference[];
  },
): Remediation | undefined => {
  const code = decision.last_error?.code;
  const remedy = code && remedyOf(code);
  if (!remedy || (remedy.profile && hasChanged(remedy.profile, customer, decision)))
    return undefined;
  const isTried = ({ id }: Pick<DocumentReference, 'id'>) =>
    decision.tried_document_ids.includes(id);
  const newest = decision.tried_document_ids.reduce(
    (one, other) => (one > other ? one : other),
    '',
  );
  const triedTypes = (person: string | null) =>
    [...named, ...others]
      .filter((one) => isTried(one) && one.person_id === person)
      .map(({ type }) => type);
  const fresh = [...named, ...others.filter(({ id }) => id > newest)].filter(
    (one) => !isTried(one) && helps(one),
  );
  const wanted = remedy.documents.flatMap((one) => proofs.filter((proof) => proof.code === one));
  const renewals = wanted.map(({ choices, ...proof }) => ({
    proof: {
      ...proof,
      description: verificationErrors[code].message,
      choices: remedy.of_another_type ? untried(choices, triedTypes(proof.person_id)) : choices,
    },
    isSpent: (document: Pick<DocumentReference, 'id' | 'type'>) =>
      isTried(document) && choices.includes(document.type),
  }));
  const started = renewals.find(({ proof }) =>
    fresh.some(
      ({ type, person_id }) => person_id === proof.person_id && proof.choices.includes(type),
    ),
  );
  if (started) return { renewed: started, documents: [] };
  const documents = renewals.map(({ proof }) => proof);
  const correction =
    remedy.profile && correctedProfile(customer, remedy.profile, verificationErrors[code].message);
  if (correction) return { correction, documents };
  const [renewed] = renewals;
  return renewed && { renewed, documents: documents.slice(1) };
};

/** The choices that were not tried; where all were, any. */
const untried = (choices: Proof['choices'], tried: Proof['choices']): Proof['choices'] => {
  const left = choices.filter((type) => !tried.includes(type));
  return left.length > 0 ? left : choices;
};

const hasChanged = (
  part: ProfilePart,
  customer: Customer,
  { identity, addresses }: LastDecision,
): boolean => {
  if (part === 'address') return !areSameAddresses(addressesOf(customer), addresses);
  const current = identityOf(customer);
  if (identity === null) return true;
  if (part === 'date_of_birth') return !deepEqual(birthDatesIn(current), birthDatesIn(identity));
  return !isSameIdentity(withoutBirthDates(current), withoutBirthDates(identity));
};

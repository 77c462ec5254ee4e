import type { Requirement, Requirements, ResolvingCall } from '../../core/requirement-schema.ts';
import { readsLatinNamesFirst, requiresLatinNames } from '../customers/latin-name.ts';
import type { Customer } from '../customers/model.ts';
import type { VerificationLevel } from '../customers/persons.ts';
import { provingPersons } from '../customers/persons.ts';
import { identityProfile, type LatinNames } from '../customers/requirements.ts';
import { latinNamesRead } from './checks.ts';
import {
  type DocumentReference,
  furthest,
  isSameProof,
  type LastDecision,
  type Proof,
  proofsOf,
  type Remediation,
  remediationOf,
  type Side,
  sidesNeeded,
} from './documents.ts';
import type { Verification } from './model.ts';

/** The documents of a customer: those that a verification names, and the others, which may be offered. */
export type DocumentReferences = {
  readonly named: readonly DocumentReference[];
  readonly others: readonly DocumentReference[];
};

/** The same documents where a verification names these and no others. */
export const documentReferencesNaming = (
  ids: readonly string[],
  { named, others }: DocumentReferences,
): DocumentReferences => ({
  named: named.filter(({ id }) => ids.includes(id)),
  others: [...named.filter(({ id }) => !ids.includes(id)), ...others],
});

/** The input of a verification: the level, and after a decision for better input that decision. */
type VerificationInput = {
  readonly level: VerificationLevel;
  readonly lastDecision?: LastDecision | undefined;
};

/** The requirements of a verification of this level: profile first, then documents. */
export const identityRequirements = (
  customer: Customer,
  wanted: VerificationInput,
  documentReferences: DocumentReferences,
): Requirements => {
  const remediation = remediationFor(customer, wanted, documentReferences);
  const proofs = sidesOf(customer, wanted, documentReferences, remediation).map(
    ({ proof, sides }) =>
      proofRequirement(
        customer,
        proof,
        sides,
        remediation?.renewed?.proof === proof ? remediation.documents : [],
      ),
  );
  return {
    currently_due: [
      ...identityProfile(customer, latinNamesFor(customer, wanted)),
      ...correctionOf(customer, remediation),
      ...proofs.filter((proof) => proof?.resolve_with),
    ].filter(isThere),
    pending_verification: proofs.filter((proof) => proof?.resolve_with === null).filter(isThere),
  };
};

/** Where documents are read first, a Latin name is due of those who send none, and of all after a decision. */
const latinNamesFor = (
  customer: Customer,
  { level, lastDecision }: VerificationInput,
): LatinNames => {
  const isUnread = readsLatinNamesFirst() && !lastDecision?.last_error;
  const reading =
    customer.type === 'individual' ? [customer] : provingPersons(customer.persons, level);
  return {
    required: requiresLatinNames(),
    unread: new Set(isUnread ? reading.map(({ id }) => id) : []),
    read: latinNamesRead(lastDecision?.checks ?? [], lastDecision?.submitted_at ?? null),
  };
};

/** An open verification as far as its requirements go. */
export type OpenVerification = Pick<Verification, 'id' | 'level' | 'document_ids'> & LastDecision;

/**
 * The requirements of an open verification before it can be submitted; last, that it names what was
 * accepted.
 */
export const verificationRequirements = (
  verification: OpenVerification,
  customer: Customer,
  documentReferences: DocumentReferences,
): Requirements => {
  const wanted = { level: verification.level, lastDecision: verification };
  const { currently_due, pending_verification } = identityRequirements(
    customer,
    wanted,
    documentReferences,
  );
  const naming = namingRequirement(verification, customer, documentReferences);
  return { currently_due: [...currently_due, ...naming], pending_verification };
};

/** The accepted documents that a verification of this level should name. */
export const acceptedFor = (
  customer: Customer,
  wanted: VerificationInput,
  documentReferences: DocumentReferences,
): string[] =>
  sidesOf(
    customer,
    wanted,
    documentReferences,
    remediationFor(customer, wanted, documentReferences),
  )
    .flatMap(({ sides }) =>
      sides.flatMap(({ document }) => (document?.status === 'accepted' ? [document.id] : [])),
    )
    .filter((id, position, all) => all.indexOf(id) === position);

const remediationFor = (
  customer: Customer,
  { level, lastDecision }: VerificationInput,
  documentReferences: DocumentReferences,
): Remediation | undefined =>
  lastDecision &&
  remediationOf(lastDecision, customer, proofsOf(customer, level), documentReferences);

/** Each proof with its sides; of one that needs a new document, those that were tried count no more. */
const sidesOf = (
  customer: Customer,
  { level }: VerificationInput,
  { named, others }: DocumentReferences,
  remediation: Remediation | undefined,
) => {
  // Those named come first: of equals they are kept.
  const documentReferences = [...named, ...others];
  const renewed = remediation?.renewed;
  return proofsOf(customer, level).map((proof) =>
    renewed && isSameProof(renewed.proof, proof)
      ? {
          proof: renewed.proof,
          sides: furthest(
            renewed.proof,
            documentReferences.filter((document) => !renewed.isSpent(document)),
          ),
        }
      : { proof, sides: furthest(proof, documentReferences) },
  );
};

/** That the profile is corrected; or that a new document is sent, where one call does so. */
const correctionOf = (customer: Customer, remediation: Remediation | undefined): Requirement[] => {
  if (!remediation?.correction) return [];
  const { correction, documents } = remediation;
  const alternatives = documents.flatMap((proof) => announcementsInOneCall(customer, proof));
  return [{ ...correction, alternatives: [...correction.alternatives, ...alternatives] }];
};

const namingRequirement = (
  verification: OpenVerification,
  customer: Customer,
  documentReferences: DocumentReferences,
): Requirement[] => {
  const { id, level, document_ids } = verification;
  const wanted = { level, lastDecision: verification };
  const unnamed = acceptedFor(customer, wanted, documentReferences).filter(
    (accepted) => !document_ids.includes(accepted),
  );
  if (unnamed.length === 0) return [];
  // A rejected or replaced document makes room: it never counts.
  const remediation = remediationFor(customer, wanted, documentReferences);
  const isSpent = (document: DocumentReference) =>
    isUseless(document) || remediation?.renewed?.isSpent(document);
  const kept = document_ids.filter(
    (one) => !documentReferences.named.some((document) => document.id === one && isSpent(document)),
  );
  return [
    {
      code: 'verification.document_ids',
      description: 'The verification names its documents.',
      resolve_with: {
        method: 'PATCH',
        path: `verifications/${id}`,
        body: { document_ids: [...kept, ...unnamed] },
      },
      alternatives: [],
    },
  ];
};

const isUseless = ({ status }: DocumentReference) => status === 'rejected' || status === 'expired';

/** One proof at a time: what can be done for it now; null as a call where it waits on us; undefined where it is given. */
const proofRequirement = (
  customer: Customer,
  proof: Proof,
  sides: readonly Side[],
  instead: readonly Proof[],
): Requirement | undefined => {
  const { description } = proof;
  const code = proof.person_id === null ? proof.code : `persons.${proof.person_id}.${proof.code}`;
  const awaited = sides.find(
    ({ document }) => document === undefined || document.status === 'awaiting_upload',
  );
  if (awaited?.document)
    return {
      code,
      description,
      resolve_with: read(`documents/${awaited.document.id}`),
      alternatives: [],
    };
  if (awaited) {
    const untouched = sides.every(({ document }) => document === undefined);
    const others = untouched ? announcements(customer, proof).slice(1) : [];
    const alternatives = [
      ...others,
      ...instead.flatMap((other) => announcementsInOneCall(customer, other)),
    ];
    return { code, description, resolve_with: announce(customer, proof, awaited), alternatives };
  }
  if (sides.every(({ document }) => document?.status === 'accepted')) return undefined;
  return { code, description, resolve_with: null, alternatives: [] };
};

const read = (path: string): ResolvingCall => ({ method: 'GET', path, body: null });

const announce = (
  { id }: Customer,
  { person_id }: Proof,
  { type, side }: Pick<Side, 'type' | 'side'>,
): ResolvingCall => ({
  method: 'POST',
  path: `customers/${id}/documents`,
  body: {
    type,
    ...(side && { side }),
    ...(person_id && { person_id }),
    content_type: null,
    size_bytes: null,
  },
});

/** How each choice of a proof begins. */
const announcements = (customer: Customer, proof: Proof): ResolvingCall[] =>
  proof.choices.map((type) =>
    announce(customer, proof, { type, side: sidesNeeded(type)[0] ?? null }),
  );

/** The choices of another proof that one call begins and ends: after one side of two, the other would be required as well. */
const announcementsInOneCall = (
  customer: Customer,
  { choices, ...proof }: Proof,
): ResolvingCall[] =>
  announcements(customer, {
    ...proof,
    choices: choices.filter((type) => sidesNeeded(type).length === 1),
  });

const isThere = (requirement: Requirement | undefined): requirement is Requirement =>
  requirement !== undefined;

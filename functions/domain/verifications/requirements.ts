import type { Customer } from '../customers/customer.ts';
import { identityProfile } from '../customers/profile-requirements.ts';
import type { Requirement, Requirements, ResolvingCall } from '../requirement.ts';
import { furthest, type Paper, type Proof, proofsOf, type Side, sidesNeeded } from './documents.ts';
import type { Verification, VerificationLevel } from './verification.ts';

/** The documents of a customer: those that a verification names, and the others, which may be offered. */
export type Papers = { readonly named: readonly Paper[]; readonly others: readonly Paper[] };

/** The same papers where a verification names these documents and no others. */
export const papersNaming = (ids: readonly string[], { named, others }: Papers): Papers => ({
  named: named.filter(({ id }) => ids.includes(id)),
  others: [...named.filter(({ id }) => !ids.includes(id)), ...others],
});

/** What a verification of this level needs of a customer: profile first, then documents. */
export const identityRequirements = (customer: Customer, level: VerificationLevel, papers: Papers): Requirements => {
  const proofs = sidesOf(customer, level, papers).map(({ proof, sides }) => proofRequirement(customer, proof, sides));
  return {
    currently_due: [...identityProfile(customer), ...proofs.filter((proof) => proof?.resolve_with)].filter(isThere),
    pending_verification: proofs.filter((proof) => proof?.resolve_with === null).filter(isThere),
  };
};

/** What an open verification still needs before it can be submitted; last, that it names what was accepted. */
export const verificationRequirements = (
  verification: Pick<Verification, 'id' | 'level' | 'document_ids'>,
  customer: Customer,
  papers: Papers,
): Requirements => {
  const { currently_due, pending_verification } = identityRequirements(customer, verification.level, papers);
  const naming = namingRequirement(verification, customer, papers);
  return { currently_due: [...currently_due, ...naming], pending_verification };
};

/** The accepted documents that a verification of this level should rest on. */
export const acceptedFor = (customer: Customer, level: VerificationLevel, papers: Papers): string[] =>
  sidesOf(customer, level, papers)
    .flatMap(({ sides }) => sides.flatMap(({ paper }) => (paper?.status === 'accepted' ? [paper.id] : [])))
    .filter((id, position, all) => all.indexOf(id) === position);

const sidesOf = (customer: Customer, level: VerificationLevel, { named, others }: Papers) =>
  // Those named come first: of equals they are kept.
  proofsOf(customer.type, level).map((proof) => ({ proof, sides: furthest(proof, [...named, ...others]) }));

const namingRequirement = (
  { id, level, document_ids }: Pick<Verification, 'id' | 'level' | 'document_ids'>,
  customer: Customer,
  papers: Papers,
): Requirement[] => {
  const unnamed = acceptedFor(customer, level, papers).filter((accepted) => !document_ids.includes(accepted));
  if (unnamed.length === 0) return [];
  // What was refused makes room: it never counts.
  const kept = document_ids.filter((named) => !papers.named.some((paper) => paper.id === named && isRefused(paper)));
  return [
    {
      code: 'verification.document_ids',
      description: 'The verification names the documents that it rests on.',
      resolve_with: { method: 'PATCH', path: `verifications/${id}`, body: { document_ids: [...kept, ...unnamed] } },
      alternatives: [],
    },
  ];
};

const isRefused = ({ status }: Paper) => status === 'rejected' || status === 'expired';

/** One proof at a time: what can be done for it now; null as a call where it waits on us; undefined where it is given. */
const proofRequirement = (customer: Customer, proof: Proof, sides: readonly Side[]): Requirement | undefined => {
  const { code, description } = proof;
  const awaited = sides.find(({ paper }) => paper === undefined || paper.status === 'awaiting_upload');
  if (awaited?.paper)
    return { code, description, resolve_with: read(`documents/${awaited.paper.id}`), alternatives: [] };
  if (awaited) {
    const untouched = sides.every(({ paper }) => paper === undefined);
    const others = untouched
      ? proof.choices.slice(1).map((type) => ({ type, side: sidesNeeded(type)[0] ?? null }))
      : [];
    const alternatives = others.map((other) => announce(customer, other));
    return { code, description, resolve_with: announce(customer, awaited), alternatives };
  }
  if (sides.every(({ paper }) => paper?.status === 'accepted')) return undefined;
  return { code, description, resolve_with: null, alternatives: [] };
};

const read = (path: string): ResolvingCall => ({ method: 'GET', path, body: null });

const announce = ({ id }: Customer, { type, side }: Pick<Side, 'type' | 'side'>): ResolvingCall => ({
  method: 'POST',
  path: `customers/${id}/documents`,
  body: { type, ...(side && { side }), content_type: null, size_bytes: null },
});

const isThere = (requirement: Requirement | undefined): requirement is Requirement => requirement !== undefined;

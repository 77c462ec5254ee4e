import { type Customer, type Identity, identityOf } from '../customers/customer.ts';
import { same } from '../same.ts';
import { type VerificationErrorCode, verificationErrors } from './errors.ts';
import type { Review } from './review.ts';
import { moveVerification, type Verification, type VerificationError, type VerificationMove } from './verification.ts';

/** What was decided, and why where it did not succeed. */
export type Decision =
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'rejected' | 'requires_input'; readonly code: VerificationErrorCode };

/** The decision that a caller states; that what is not verified has a code was checked with the request. */
export const statedDecision = ({
  outcome,
  code,
}: {
  readonly outcome: Decision['outcome'];
  readonly code?: VerificationErrorCode | undefined;
}): Decision => {
  if (outcome === 'verified') return { outcome };
  if (code === undefined) throw new Error(`no code says why it is ${outcome}`);
  return { outcome, code };
};

/**
 * The verification after a decision; undefined when there is nothing to decide any more. Nobody is verified under another
 * identity than the one that was looked at: then it needs input again.
 */
export const decidedVerification = (
  verification: Verification,
  customer: Customer,
  decision: Decision,
  now: Date,
  review: Review | null = null,
): VerificationMove | undefined => {
  const mismatch = verification.identity ? mismatchOf(verification.identity, customer) : 'name_mismatch';
  const code = decision.outcome === 'verified' ? mismatch : decision.code;
  const decided_at = now.toISOString();
  if (code === undefined)
    return moveVerification(verification, 'verify', now, { decided_at, review, last_error: null });
  const fact = verificationErrors[code].leads_to === 'rejected' ? 'reject' : 'request_input';
  const bringing = { decided_at, review, last_error: errorOf(code) };
  if (fact === 'reject') return moveVerification(verification, fact, now, bringing);
  return moveVerification(verification, fact, now, { ...bringing, tried_document_ids: triedAfter(verification) });
};

/** So many documents are remembered, the newest: more than a verification can name, and few enough to store. */
const tried_documents_max = 100;

const triedAfter = ({ tried_document_ids: before, document_ids }: Verification): string[] =>
  [...before.filter((id) => !document_ids.includes(id)), ...document_ids].slice(-tried_documents_max);

const errorOf = (code: VerificationErrorCode): VerificationError => {
  const { message, leads_to } = verificationErrors[code];
  return { code, message, retryable: leads_to === 'requires_input' };
};

/** What a customer's identity no longer has in common with the one that was submitted; undefined when it is the same. */
const mismatchOf = (submitted: Identity, customer: Customer): VerificationErrorCode | undefined => {
  const current = identityOf(customer);
  if (same(current, submitted)) return undefined;
  const onlyBirthDate = same({ ...current, date_of_birth: null }, { ...submitted, date_of_birth: null });
  return onlyBirthDate ? 'date_of_birth_mismatch' : 'name_mismatch';
};

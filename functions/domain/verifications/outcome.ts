import { type Customer, summarise } from '../customers/customer.ts';
import { nothingRequired, type Requirements } from '../requirement.ts';
import { type Decision, decideVerification } from './decision.ts';
import { type VerificationAction, verificationMoves } from './life.ts';
import { type Papers, verificationRequirements } from './requirements.ts';
import type { Review } from './review.ts';
import { summaryAfter } from './summary.ts';
import { type MovedVerification, moveVerification, type Verification, verificationNotAllowed } from './verification.ts';

/** A verification with its customer and their documents: what anything that happens to it is decided over. */
export type VerificationCase = {
  readonly verification: Verification;
  readonly customer: Customer;
  readonly papers: Papers;
};

/** What became of a verification and of its customer; the customer is the very object that was read when it stays as it is. */
export type Outcome = MovedVerification & { readonly customer: Customer; readonly requirements: Requirements };

/** What a move of a verification makes of its customer, and what is required afterwards. */
export const outcomeOf = (moved: MovedVerification, { customer, papers }: VerificationCase, now: Date): Outcome => {
  const summary = summaryAfter(customer.verification, moved.verification, now);
  const summarised = summarise(customer, summary, now);
  return { ...moved, customer: summarised, requirements: openRequirements(moved.verification, summarised, papers) };
};

/** What the end of a customer makes of the verification that is open; undefined where nothing is to be ended. */
export const outcomeOfClosing = (open: Verification, customer: Customer, now: Date) => {
  const moved = moveVerification(open, 'close', now);
  const read: VerificationCase = { verification: open, customer, papers: { named: [], others: [] } };
  return moved && { outcome: outcomeOf(moved, read, now), read };
};

/** What a decision makes of a verification and its customer; undefined when there is nothing to decide any more. */
export const decidedOutcome = (
  read: VerificationCase,
  decision: Decision,
  now: Date,
  review: Review | null = null,
): Outcome | undefined => {
  const moved = decideVerification(read.verification, read.customer, decision, now, review);
  return moved && outcomeOf(moved, read, now);
};

/** As decidedOutcome; refused when there is nothing to decide. */
export const demandedOutcome = (...demand: Parameters<typeof decidedOutcome>): Outcome => {
  const outcome = decidedOutcome(...demand);
  if (outcome) return outcome;
  const [{ verification, customer, papers }] = demand;
  const requirements = openRequirements(verification, customer, papers);
  throw verificationNotAllowed(verification, verificationActions(verification, requirements));
};

/** What is still required of a verification; nothing unless it waits for input. */
export const openRequirements = (verification: Verification, customer: Customer, papers: Papers): Requirements =>
  verification.status === 'requires_input' ? verificationRequirements(verification, customer, papers) : nothingRequired;

/** What may be done with a verification now, as path segments; submitting waits for everything that is required. */
export const verificationActions = (
  { status }: Verification,
  { currently_due, pending_verification }: Requirements,
): VerificationAction[] => {
  const met = currently_due.length + pending_verification.length === 0;
  const actions = (['submit', 'cancel'] as const).filter((action) => verificationMoves[status][action] !== undefined);
  return actions.filter((action) => action !== 'submit' || met);
};

import { type Customer, type CustomerMove, summarise } from '../customers/customer.ts';
import { nothingRequired, type Requirements } from '../requirement.ts';
import { type Decision, decidedVerification } from './decision.ts';
import { type VerificationAction, verificationMoves } from './life.ts';
import { type Papers, verificationRequirements } from './requirements.ts';
import type { Review } from './review.ts';
import { summaryAfter } from './summary.ts';
import { moveVerification, type Verification, type VerificationMove, verificationNotAllowed } from './verification.ts';

/** A verification with its customer and their documents: what anything that happens to it is decided over. */
export type VerificationCase = {
  readonly verification: Verification;
  readonly customer: Customer;
  readonly papers: Papers;
};

/** What became of a verification and of its customer. */
export type Outcome = {
  readonly verification: VerificationMove;
  /** What is required afterwards. */
  readonly requirements: Requirements;
  /** Undefined where its verifications add up to the same as before. */
  readonly summary: CustomerMove | undefined;
  /** As it is afterwards. */
  readonly customer: Customer;
};

/** What a move of a verification makes of its customer, and what is required afterwards. */
export const outcomeOf = (verification: VerificationMove, read: VerificationCase, now: Date): Outcome => {
  const summary = summarise(read.customer, summaryAfter(read.customer.verification, verification.after, now), now);
  const customer = summary?.after ?? read.customer;
  return { verification, summary, customer, requirements: openRequirements(verification.after, customer, read.papers) };
};

/** What the end of a customer makes of the verification that is open; undefined where nothing is to be ended. */
export const outcomeOfClosing = (open: Verification, customer: Customer, now: Date): Outcome | undefined => {
  const moved = moveVerification(open, 'close', now);
  return moved && outcomeOf(moved, { verification: open, customer, papers: { named: [], others: [] } }, now);
};

/** What a decision makes of a verification and its customer; undefined when there is nothing to decide any more. */
export const decidedOutcome = (
  read: VerificationCase,
  decision: Decision,
  now: Date,
  review: Review | null = null,
): Outcome | undefined => {
  const moved = decidedVerification(read.verification, read.customer, decision, now, review);
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

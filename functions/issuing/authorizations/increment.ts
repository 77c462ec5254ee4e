import { adjustedIn, countersAt, type SpendingCounters, windowsOf } from '../cards/spending.ts';
import type { AuthorizationDecision } from './decision.ts';
import {
  type Authorization,
  type AuthorizationSubject,
  countedAmount,
  countedTimes,
  type DecisionRecord,
} from './model.ts';
import { type AuthorizationTransition, changedAuthorization } from './settlement.ts';

/** That part of what is asked for is held already: the subject's `amount` is what would be held in all. */
export type Increment = {
  /** When the rest was asked for, ISO 8601 with milliseconds. */
  readonly asked_at: string;
};

/**
 * The decision about it, if there was one: it may be asked twice, and after newer words of the
 * issuer.
 */
export const decidedIncrement = (
  recorded: Authorization,
  { amount }: Pick<AuthorizationSubject, 'amount'>,
  { asked_at }: Increment,
): { readonly approved: boolean } | undefined => {
  const { approved, status, declined_increment: declined } = recorded;
  if (!approved || status !== 'pending') return { approved: false };
  if (amount <= recorded.amount) return { approved: true };
  const isDeclined = declined?.amount === amount && declined.at === asked_at;
  return isDeclined || asked_at < recorded.amount_as_of ? { approved: false } : undefined;
};

/**
 * The counters on which an increment is decided, as if an authorization that holds nothing yet
 * asked for all of it now. As if it had counted nowhere, all of it counts where it is decided now.
 */
export const countersWithout = (
  recorded: Authorization,
  counters: SpendingCounters,
  now: Date,
): SpendingCounters =>
  adjustedIn(countersAt(counters, now), recorded.windows, {
    amount: -countedAmount(recorded),
    count: -countedTimes(recorded),
  });

/** An authorization after the decision over its increment to an amount: a declined one changes nothing but its record. */
export const incremented = (
  recorded: Authorization,
  { decline_reason, counters }: Pick<AuthorizationDecision, 'decline_reason' | 'counters'>,
  {
    amount,
    asked_at,
    record,
  }: Increment & { readonly amount: number; readonly record: DecisionRecord },
  now: Date,
): AuthorizationTransition => {
  const decided = { ...record, requested_amount: amount };
  if (decline_reason !== null) {
    const declined_increment = { amount, decline_reason, at: asked_at };
    return changedAuthorization(recorded, { ...decided, declined_increment }, null, now);
  }
  const approvals = recorded.approvals + 1;
  const changes = {
    ...decided,
    amount,
    approvals,
    amount_as_of: asked_at,
    windows: windowsOf(counters),
  };
  return changedAuthorization(recorded, changes, 'card.authorization_approved', now);
};

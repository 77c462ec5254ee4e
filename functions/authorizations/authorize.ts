import { canceledAfter } from '../cards/cancel-after.ts';
import { card as cardChange } from '../cards/changes.ts';
import { readSpender, saveSpending } from '../cards/context.ts';
import { effectiveCard } from '../cards/eligibility.ts';
import type { Card } from '../cards/model.ts';
import { countersAt, windowsOf } from '../cards/spending.ts';
import { cardUnchanged } from '../cards/table.ts';
import type { Database } from '../dynamodb/client.ts';
import { retryOnConflict } from '../dynamodb/commit.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import { authorizationChange } from './changes.ts';
import { authorize } from './decision.ts';
import { type Authorization, type AuthorizationSubject, merchantOf, newAuthorization } from './model.ts';
import { type AuthorizationQuestion, decidedIncrement, increment } from './settlement.ts';
import { readSubject } from './table.ts';

/** What an issuer is answered: a card that is not there declines, and leaves nothing behind. */
export type AuthorizationAnswer = { readonly approved: boolean; readonly authorization: Authorization | undefined };

/**
 * Decides over what an issuer asks, once for each of its authorizations and increments: who asks again is answered as
 * before. Three round trips, one where it was decided before or there is no such card. Throws as commit does; the
 * response to the issuer is then a decline.
 */
export const decideAuthorization = (work: Work, question: AuthorizationQuestion): Promise<AuthorizationAnswer> =>
  retryOnConflict(async () => {
    const { unit, ...answer } = await decidedAuthorization(work.db, question, work.deadline.now);
    if (unit) await commitWork(work, unit);
    return answer;
  });

/** The decision over an issuer's request, and its unit of work where it is new. */
export const decidedAuthorization = async (
  db: Database,
  { subject, increment: asked }: AuthorizationQuestion,
  now: Date,
) => {
  const { id, recorded, card, account_id } = await readSubject(db, subject);
  const before = recorded && (asked ? decidedIncrement(recorded, subject, asked) : recorded);
  if (before) return { approved: before.approved, authorization: recorded, unit: undefined };
  if (!card || account_id === undefined) return { approved: false, authorization: undefined, unit: undefined };
  const { context, granted, spending, conditions } = await readSpender(db, account_id, card, now);
  const { amount, currency } = subject;
  const { merchant_currency, card_presence } = subject;
  const request = { amount, currency, merchant_currency, card_presence, ...merchantOf(subject.merchant) };
  const on = {
    card: effectiveCard(card, context, now),
    spending: { counters: spending.counters, granted },
    request,
  };
  const decided =
    recorded && asked ? increment(recorded, on, asked, now) : firstDecision(subject, { id, card }, on, now);
  const { approved, transition, counters } = decided;
  const spent = approved ? [saveSpending(card, counters, spending)] : [];
  const ended = approved ? canceledAfter(card, counters, now) : undefined;
  const unit = {
    changes: [authorizationChange(transition), ...spent, ...(ended ? [cardChange(ended)] : [])],
    conditions: [...conditions, ...(ended ? [] : [cardUnchanged(card)])],
  } as const;
  return { approved, authorization: transition.after, unit };
};

type DecidedOn = Parameters<typeof increment>[1];

/** The decision over an authorization that is not recorded yet. */
const firstDecision = (
  subject: AuthorizationSubject,
  { id, card: stored }: { readonly id: string; readonly card: Card },
  { card, spending, request }: DecidedOn,
  now: Date,
) => {
  const { approved, decline_reason, counters } = authorize(card, spending, request, now);
  const windows = windowsOf(countersAt(spending.counters, now));
  const transition = newAuthorization(subject, { id, card: stored, decline_reason, windows }, now);
  return { approved, transition, counters };
};

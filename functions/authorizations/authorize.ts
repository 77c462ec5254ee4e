import { canceledAfter } from '../cards/cancel-after.ts';
import { card as cardChange } from '../cards/changes.ts';
import { readSpender, readSpending, saveSpending } from '../cards/context.ts';
import { effectiveCard } from '../cards/eligibility.ts';
import type { Card } from '../cards/model.ts';
import { adjustedIn, countersAt, windowsAt, windowsOf } from '../cards/spending.ts';
import { cardUnchanged } from '../cards/table.ts';
import type { Database } from '../dynamodb/client.ts';
import { retryOnConflict } from '../dynamodb/commit.ts';
import { changed, commitWork, type Registration, type UnitOfWork, type Work } from '../unit-of-work.ts';
import { authorize, declined_by_issuer } from './decision.ts';
import {
  type Authorization,
  type AuthorizationSubject,
  countedAmount,
  merchantOf,
  newAuthorization,
  toAuthorizationResource,
} from './model.ts';
import { AuthorizationResource } from './schema.ts';
import {
  type AuthorizationNotice,
  type AuthorizationQuestion,
  type AuthorizationTransition,
  decidedIncrement,
  increment,
  noticedAuthorization,
} from './settlement.ts';
import { type KnownSubject, readSubject, saveAuthorization } from './table.ts';

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

/**
 * Applies a notice of an issuer about an authorization, requested here or not, and adjusts what its card has spent.
 * One round trip where that is known already, else two, or three where the amount that counts is another. Answers what is
 * recorded then; nothing where there is no such card.
 */
export const applyNotice = (
  work: Work,
  subject: AuthorizationSubject,
  notice: AuthorizationNotice,
): Promise<Authorization | undefined> =>
  retryOnConflict(async () => {
    const known = await readSubject(work.db, subject);
    const transitions = transitionsOf(subject, known, notice, work.deadline.now);
    const [first, ...more] = transitions;
    if (!first) return known.recorded;
    await commitWork(work, await settlement(work.db, [first, ...more]));
    return transitions.at(-1)?.after;
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
    changes: [authorization(transition), ...spent, ...(ended ? [cardChange(ended)] : [])],
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

/** The unit of work of transitions: the authorization, and what its card has spent. */
export const settlement = async (db: Database, transitions: Transitions) => {
  const [{ before }] = transitions;
  const { after } = transitions.at(-1) ?? transitions[0];
  const amount = countedAmount(after) - (before ? countedAmount(before) : 0);
  const isPayment = after.amount > 0 || (before?.amount ?? 0) > 0;
  const count = isPayment ? Number(after.approved) - Number(before?.approved ?? false) : 0;
  const changes = [authorization(...transitions)] as const;
  if (amount === 0 && count === 0) return { changes, conditions: [] } satisfies UnitOfWork;
  const spending = await readSpending(db, after);
  const counters = adjustedIn(spending.counters, after.windows, { amount, count });
  return { changes: [...changes, saveSpending(after, counters, spending)], conditions: [] } as const;
};

type Transitions = readonly [AuthorizationTransition, ...AuthorizationTransition[]];

const registration: Registration<Authorization, typeof AuthorizationResource> = {
  object: 'authorization',
  schema: AuthorizationResource,
  toResource: toAuthorizationResource,
  save: saveAuthorization,
  customerOf: ({ customer_id }) => customer_id,
};

const authorization = (...transitions: Transitions) => changed(registration, ...transitions);

/** An authorization that was never requested here is recorded as the issuer has it, and counted from its own moment. */
const transitionsOf = (
  subject: AuthorizationSubject,
  { id, recorded, card }: KnownSubject,
  notice: AuthorizationNotice,
  now: Date,
): AuthorizationTransition[] => {
  if (recorded) return noticedAuthorization(recorded, notice, now);
  if (!card) return [];
  const windows = windowsAt(new Date(subject.created_at));
  const decline_reason = notice.approved ? null : declined_by_issuer;
  const created = newAuthorization(subject, { id, card, decline_reason, windows }, now);
  return [created, ...noticedAuthorization(created.after, notice, now)];
};

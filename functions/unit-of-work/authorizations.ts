import { ShownAuthorization, showAuthorization } from '../contract/authorizations/authorization.ts';
import {
  type Authorization,
  type AuthorizationSubject,
  countedAmount,
  declined_by_issuer,
  newAuthorization,
} from '../domain/authorizations/authorization.ts';
import { authorize } from '../domain/authorizations/decision.ts';
import type { AuthorizationEventType } from '../domain/authorizations/life.ts';
import { merchantOf } from '../domain/authorizations/merchant.ts';
import { type AuthorizationNotice, noticedAuthorization } from '../domain/authorizations/settlement.ts';
import { effectiveCard } from '../domain/cards/alignment.ts';
import { adjustedIn, countersAt, windowsAt, windowsOf } from '../domain/cards/spending.ts';
import type { Transition } from '../domain/transition.ts';
import { type KnownSubject, readSubject, saveAuthorization } from '../store/authorizations/authorizations.ts';
import { readSpender, readSpending, saveSpending } from '../store/cards/spending.ts';
import type { Database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { changed, commitWork, type Registration, type UnitOfWork, type Work } from './unit-of-work.ts';

/** What an issuer is answered: a card that is not there declines, and leaves nothing behind. */
export type AuthorizationAnswer = { readonly approved: boolean; readonly authorization: Authorization | undefined };

/**
 * Decides over what an issuer asks, once for each of its authorizations: who asks again is answered as before, whatever he
 * asks for then. Three round trips, one where it was decided before or there is no such card. Throws as commit does, and
 * whoever answers the issuer declines then.
 */
export const decideAuthorization = (work: Work, subject: AuthorizationSubject): Promise<AuthorizationAnswer> =>
  decide(async () => {
    const { authorization, unit } = (await askedAuthorization(work.db, subject, work.deadline.now)) ?? {};
    if (unit) await commitWork(work, unit);
    return { approved: authorization?.approved ?? false, authorization };
  });

/**
 * Takes in what an issuer tells of an authorization, asked for here or not, and brings what its card has spent into line.
 * One round trip where that is known already, else two, or three where the amount that counts is another. Answers what is
 * recorded then; nothing where there is no such card.
 */
export const settleAuthorization = (
  work: Work,
  subject: AuthorizationSubject,
  notice: AuthorizationNotice,
): Promise<Authorization | undefined> =>
  decide(async () => {
    const known = await readSubject(work.db, subject);
    const transitions = heard(subject, known, notice, work.deadline.now);
    const [first, ...more] = transitions;
    if (!first) return known.recorded;
    await commitWork(work, await settlement(work.db, [first, ...more]));
    return transitions.at(-1)?.after;
  });

/** What an issuer's question comes to, and how that is committed where it is new; nothing where there is no such card. */
export const askedAuthorization = async (db: Database, subject: AuthorizationSubject, now: Date) => {
  const { id, recorded, card, account_id } = await readSubject(db, subject);
  if (recorded) return { authorization: recorded };
  if (!card || account_id === undefined) return undefined;
  const { circumstances, granted, spending, facts } = await readSpender(db, account_id, card);
  const { amount, currency } = subject;
  const request = { amount, currency, ...merchantOf(subject.merchant) };
  const asked = { counters: spending.counters, granted };
  const decision = authorize(effectiveCard(card, circumstances, now), asked, request, now);
  const { approved, decline_reason, counters } = decision;
  const windows = windowsOf(countersAt(spending.counters, now));
  const created = newAuthorization(subject, { id, card, decline_reason, windows }, now);
  const spent = approved ? [saveSpending(card, counters, spending)] : [];
  return { authorization: created.after, unit: { changes: [authorization(created), ...spent], facts } as const };
};

/** What transitions of an authorization come to: it, and what its card has spent. */
export const settlement = async (db: Database, transitions: Transitions) => {
  const [{ before }] = transitions;
  const { after } = transitions.at(-1) ?? transitions[0];
  const difference = countedAmount(after) - (before ? countedAmount(before) : 0);
  const changes = [authorization(...transitions)] as const;
  if (difference === 0) return { changes, facts: [] } satisfies UnitOfWork;
  const spending = await readSpending(db, after);
  const counters = adjustedIn(spending.counters, after.windows, difference);
  return { changes: [...changes, saveSpending(after, counters, spending)], facts: [] } as const;
};

type AuthorizationTransition = Transition<Authorization, AuthorizationEventType>;
type Transitions = readonly [AuthorizationTransition, ...AuthorizationTransition[]];

const registration: Registration<Authorization, typeof ShownAuthorization> = {
  object: 'authorization',
  schema: ShownAuthorization,
  show: showAuthorization,
  save: saveAuthorization,
  customerOf: ({ customer_id }) => customer_id,
};

const authorization = (...transitions: Transitions) => changed(registration, ...transitions);

/** What was never asked here is recorded as it is told, and counted where the issuer made it. */
const heard = (
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

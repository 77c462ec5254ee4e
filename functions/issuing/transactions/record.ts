import type { Database } from '../../core/dynamodb/client.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { chunksOf } from '../../core/json.ts';
import { idNamed } from '../../core/new-id.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { authorizationChange } from '../authorizations/changes.ts';
import { declined_by_issuer } from '../authorizations/decision.ts';
import type { UnlinkedTransaction } from '../authorizations/issuer-notice.ts';
import {
  type Authorization,
  type AuthorizationSubject,
  countedAmount,
  countedTimes,
  decidedByIssuer,
  newAuthorization,
} from '../authorizations/model.ts';
import {
  type AuthorizationNotice,
  type AuthorizationTransition,
  type LinkedTransaction,
  noticedAuthorization,
  type TransactionNotice,
} from '../authorizations/settlement.ts';
import { readSubject } from '../authorizations/table.ts';
import { canceledAfter } from '../cards/cancel-after.ts';
import { card as cardChange } from '../cards/changes.ts';
import { readSpending, type StoredSpending, saveSpending } from '../cards/context.ts';
import type { Card } from '../cards/model.ts';
import { adjustedIn, type SpendingCounters, windowsAt } from '../cards/spending.ts';
import { cardKeys, cardOf } from '../cards/table.ts';
import { transaction } from './changes.ts';
import { newTransaction, noticedTransaction, type Transaction } from './model.ts';
import { storedTransaction, transactionKey } from './table.ts';

/** So many transactions are recorded in one commit, each with its event. */
const recorded_max = 8;

/**
 * Applies a notice of an issuer about an authorization, requested here or not: records its transactions, and adjusts what its
 * card has spent. One round trip where that is known already, else two, or three where the amount that counts is another.
 * Returns what is recorded then; nothing where there is no such card.
 */
export const applyNotice = async (
  work: Work,
  subject: AuthorizationSubject,
  notice: AuthorizationNotice,
): Promise<Authorization | undefined> => {
  const [first = [], ...more] = chunksOf(notice.transactions, recorded_max);
  let recorded: Authorization | undefined;
  for (const transactions of [first, ...more])
    recorded = await retryOnConflict(
      () => applyPart(work, subject, { ...notice, transactions }),
      work.deadline,
    );
  return recorded;
};

const applyPart = async (
  work: Work,
  subject: AuthorizationSubject,
  notice: AuthorizationNotice,
) => {
  const { tenant_id, issuer } = subject;
  const { now } = work.deadline;
  const { transactions } = notice;
  const keys = transactions.map((one) => transactionKey(tenant_id, idOf(issuer, one)));
  const { id, recorded, card, more } = await readSubject(work.db, subject, keys);
  if (!card) return recorded;
  const noticed = { id, subject, recorded, card };
  const created = transactions
    .filter((_, at) => !more[at])
    .map((one) => linkedTransaction(noticed, one, now));
  const updated = transactions.flatMap((one, at) => {
    const stored = more[at];
    return stored ? noticedTransaction(storedTransaction(stored), one, now) : [];
  });
  const { changes, after } = await settlement(
    work.db,
    noticed,
    { ...notice, transactions: created },
    now,
  );
  const all = [...[...created, ...updated].map(transaction), ...changes];
  if (all.length > 0) await commitWork(work, { changes: all, conditions: [] });
  return after;
};

/** Records and counts a transaction without an authorization, once. A card that is not here is ignored. */
export const applyUnlinked = (work: Work, of: UnlinkedTransaction): Promise<void> =>
  retryOnConflict(async () => {
    const { tenant_id, issuer, card_id } = of;
    const id = idOf(issuer, of.transaction);
    const [card, known] = await work.db.batch([
      cardKeys.card(tenant_id, card_id),
      transactionKey(tenant_id, id),
    ]);
    const { now } = work.deadline;
    const changes = known
      ? noticedTransaction(storedTransaction(known), of.transaction, now).map(transaction)
      : card && (await unlinkedTransaction(work.db, of, cardOf(card), now)).changes;
    if (changes && changes.length > 0) await commitWork(work, { changes, conditions: [] });
  }, work.deadline);

/** The unit of work of a new transaction without an authorization: it counts at the moment that the issuer names. */
export const unlinkedTransaction = async (
  db: Database,
  { tenant_id, card_id, issuer, transaction: notice }: UnlinkedTransaction,
  card: Card,
  now: Date,
) => {
  const { kind, amount, created_at } = notice;
  const belonging = {
    tenant_id,
    card_id,
    issuer,
    card,
    id: idOf(issuer, notice),
    authorization_id: null,
  };
  const created = transaction(newTransaction(belonging, notice, now));
  // As a payment that was asked for counts.
  const difference =
    kind === 'capture' ? { amount, count: amount > 0 ? 1 : 0 } : { amount: -amount };
  const spending = await readSpending(db, card);
  const counters = adjustedIn(spending.counters, windowsAt(new Date(created_at)), difference);
  return { changes: [created, ...spent(card, counters, spending, now)], conditions: [] } as const;
};

/** The amounts spent, and the card where that was its last payment. */
const spent = (card: Card, counters: SpendingCounters, read: StoredSpending, now: Date) => {
  const ended = canceledAfter(card, counters, now);
  return [saveSpending(card, counters, read), ...(ended ? [cardChange(ended)] : [])];
};

/** An authorization of which something is noticed. */
type Noticed = {
  readonly id: string;
  readonly subject: AuthorizationSubject;
  readonly recorded: Authorization | undefined;
  readonly card: Card;
};

/** A new transaction of an authorization. */
export const linkedTransaction = (
  { id, subject, card }: Noticed,
  notice: TransactionNotice,
  now: Date,
) => {
  const { tenant_id, card_id, issuer } = subject;
  return newTransaction(
    { tenant_id, card_id, issuer, card, id: idOf(issuer, notice), authorization_id: id },
    notice,
    now,
  );
};

/** A notice, with the transactions that are recorded in the same commit, and in no other. */
type Settled = Omit<AuthorizationNotice, 'transactions'> & {
  readonly transactions: readonly { readonly after: Transaction }[];
};

/**
 * The changes of a notice to its authorization and to the card's spent amounts, and the
 * authorization afterwards.
 */
export const settlement = async (
  db: Database,
  noticed: Noticed,
  { transactions, ...notice }: Settled,
  now: Date,
) => {
  const linked = transactions.map(({ after: { id, kind, amount } }) => ({ id, kind, amount }));
  const transitions = transitionsOf(noticed, notice, linked, now);
  return {
    changes: await settled(db, noticed.card, transitions, now),
    after: transitions.at(-1)?.after ?? noticed.recorded,
  };
};

/** An authorization that was never requested here is recorded as the issuer has it, and counted from its own moment. */
const transitionsOf = (
  { id, subject, recorded, card }: Noticed,
  notice: Omit<AuthorizationNotice, 'transactions'>,
  transactions: readonly LinkedTransaction[],
  now: Date,
): AuthorizationTransition[] => {
  if (recorded) return noticedAuthorization(recorded, notice, transactions, now);
  const windows = windowsAt(new Date(subject.created_at));
  const decline_reason = notice.approved ? null : declined_by_issuer;
  const created = newAuthorization(
    subject,
    { id, card, decline_reason, windows, record: decidedByIssuer },
    now,
  );
  return [created, ...noticedAuthorization(created.after, notice, transactions, now)];
};

/** The changes by transitions of an authorization: it, and its card's spent amounts. */
const settled = async (
  db: Database,
  card: Card,
  [first, ...rest]: readonly AuthorizationTransition[],
  now: Date,
) => {
  if (!first) return [];
  const { after } = rest.at(-1) ?? first;
  const changes = [authorizationChange(first, ...rest)];
  const { before } = first;
  const amount = countedAmount(after) - (before ? countedAmount(before) : 0);
  const count = countedTimes(after) - (before ? countedTimes(before) : 0);
  if (amount === 0 && count === 0) return changes;
  const spending = await readSpending(db, after);
  const counters = adjustedIn(spending.counters, after.windows, { amount, count });
  return [...changes, ...spent(card, counters, spending, now)];
};

/** The id of a transaction, by the issuer's name and moment of it. */
const idOf = (issuer: string, { issuer_reference, created_at }: TransactionNotice): string =>
  idNamed('transaction', new Date(created_at), `${issuer}/${issuer_reference}`);

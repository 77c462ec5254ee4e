import { deepEqual, type ReadonlyDeep } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import { type AuthorizationStatus, declined_by_issuer } from './decision.ts';
import {
  type Authorization,
  type AuthorizationEventType,
  type AuthorizationSubject,
  authorizationTransitions,
  countedAmount,
  decidedByIssuer,
} from './model.ts';
import type { ReportedTransaction } from './schema.ts';

/**
 * The notice of an issuer about a transaction, the same each time but for the members that the
 * network adds later.
 */
export type TransactionNotice = ReadonlyDeep<ReportedTransaction> &
  Pick<AuthorizationSubject, 'issuer_reference' | 'created_at'>;

/** The notice of an issuer about an authorization: its current state, and not what has changed. */
export type AuthorizationNotice = Pick<
  Authorization,
  'approved' | 'status' | 'amount' | 'approvals'
> & {
  readonly transactions: readonly TransactionNotice[];
  /** When the issuer said so, ISO 8601 with milliseconds. */
  readonly at: string;
};

/** A change of an authorization that is recorded, or its first record. */
export type AuthorizationTransition = Transition<Authorization, AuthorizationEventType>;

/** The members of a transaction that its authorization shows. */
export type LinkedTransaction = Authorization['transactions'][number];
export type TransactionKind = LinkedTransaction['kind'];

/**
 * The transitions of an authorization after a notice: none, one or two, each going on from the one
 * before. Notices may come twice and in any order, and the same state is left in the end. The
 * issuer says whether it was approved, the status goes along the table, and each transaction is
 * counted when it is recorded. The later one of two amounts holds. In the same second the later one
 * is that with more approvals, or else the smaller: between two approvals an amount is only
 * reversed. `recorded` are the transactions that are recorded with this change, and with no other.
 */
export const noticedAuthorization = (
  found: Authorization,
  notice: Omit<AuthorizationNotice, 'transactions'>,
  recorded: readonly LinkedTransaction[],
  now: Date,
): AuthorizationTransition[] => {
  const overruled =
    found.approved === notice.approved ? [] : [overrule(found, notice.approved, now)];
  const current = overruled[0]?.after ?? found;
  const { status, event } = moved(current, notice.status);
  const next = { status, ...withTransactions(current, recorded), ...amountOf(current, notice) };
  if (deepEqual(next, noticedFields(current))) return overruled;
  return [...overruled, changedAuthorization(current, next, event, now)];
};

/** An authorization shows so many transactions, the newest; what they come to is counted over all. */
const transactions_max = 100;

const withTransactions = (current: Authorization, recorded: readonly LinkedTransaction[]) => {
  const sumOf = (kind: TransactionKind) =>
    recorded.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const all = [...current.transactions, ...recorded].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  return {
    captured_amount: current.captured_amount + sumOf('capture'),
    refunded_amount: current.refunded_amount + sumOf('refund'),
    transactions: all.slice(-transactions_max),
  };
};

/** The history keeps the newest steps: an issuer may raise an authorization as often as it likes. */
const history_max = 100;

/** The next version of an authorization, with a step of its history where the status or what counts has changed. */
export const changedAuthorization = (
  before: Authorization,
  changes: Partial<Authorization>,
  event: AuthorizationEventType | null,
  now: Date,
): AuthorizationTransition => {
  const at = now.toISOString();
  const changed = { ...before, ...changes };
  const step = { status: changed.status, amount: countedAmount(changed), at };
  const { status, amount } = before.history.at(-1) ?? {};
  const steps =
    status === step.status && amount === step.amount ? before.history : [...before.history, step];
  const after = {
    ...changed,
    history: steps.slice(-history_max),
    updated_at: at,
    version: before.version + 1,
  };
  return { before, after, ...(event && { event }) };
};

/** The issuer has decided otherwise: our response was too late, or it used its fallback. */
const overrule = (found: Authorization, approved: boolean, now: Date): AuthorizationTransition =>
  approved
    ? changedAuthorization(
        found,
        { ...decidedByIssuer, approved, decline_reason: null, status: 'pending' },
        'card.authorization_approved',
        now,
      )
    : changedAuthorization(
        found,
        { ...decidedByIssuer, approved, decline_reason: declined_by_issuer, status: 'closed' },
        'card.authorization_declined',
        now,
      );

const moved = ({ status }: Authorization, said: AuthorizationStatus) => {
  const event = authorizationTransitions[status][said];
  return event === undefined ? { status, event: null } : { status: said, event };
};

/** A notice that it was reversed or has expired says nothing of the amount any more. */
const amountOf = (
  current: Authorization,
  {
    status,
    amount,
    approvals,
    at,
  }: Pick<AuthorizationNotice, 'status' | 'amount' | 'approvals' | 'at'>,
) => {
  const held = {
    amount: current.amount,
    approvals: current.approvals,
    amount_as_of: current.amount_as_of,
  };
  const said = { amount, approvals, amount_as_of: at };
  const speaks = status === 'pending' || status === 'closed';
  return speaks && isLater(said, held) ? said : held;
};

type SaidAmount = Pick<Authorization, 'amount' | 'approvals' | 'amount_as_of'>;

const isLater = (one: SaidAmount, other: SaidAmount): boolean => {
  if (one.amount_as_of !== other.amount_as_of) return one.amount_as_of > other.amount_as_of;
  if (one.approvals !== other.approvals) return one.approvals > other.approvals;
  return one.amount < other.amount;
};

/** The fields that notices change. */
const noticedFields = (authorization: Authorization) => {
  const {
    status,
    captured_amount,
    refunded_amount,
    transactions,
    amount,
    approvals,
    amount_as_of,
  } = authorization;
  return {
    status,
    captured_amount,
    refunded_amount,
    transactions,
    amount,
    approvals,
    amount_as_of,
  };
};

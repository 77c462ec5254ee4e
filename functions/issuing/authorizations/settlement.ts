import { ApiError } from '../../core/api-error.ts';
import { deepEqual } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import type { CardTokenReport } from '../card-tokens/model.ts';
import type { IssuerCard, Tracking } from '../cards/model.ts';
import { adjustedIn, countersAt, type SpendingCounters, windowsOf } from '../cards/spending.ts';
import type { ShippingStatus } from '../cards/states.ts';
import {
  type AuthorizationDecision,
  type AuthorizationStatus,
  declined_by_issuer,
} from './decision.ts';
import {
  type Authorization,
  type AuthorizationEventType,
  type AuthorizationSubject,
  authorizationTransitions,
  countedAmount,
  countedTimes,
  type DecisionRecord,
  decidedByIssuer,
  type Merchant,
} from './model.ts';

/** What an issuer says of a transaction, the same each time but for what the network adds later. */
export type TransactionNotice = Pick<
  AuthorizationSubject,
  'issuer_reference' | 'created_at' | 'amount' | 'currency'
> & {
  readonly kind: TransactionKind;
  /** What the merchant gets or returns, in minor units of its currency. */
  readonly merchant_amount: number;
  readonly merchant_currency: string;
  readonly merchant: Merchant;
  /** The day on which the network processed it, `YYYY-MM-DD`; null where the issuer does not know it yet. */
  readonly network_date: string | null;
};

/** What an issuer says of an authorization: its current state, and not what has changed. */
export type AuthorizationNotice = {
  readonly approved: boolean;
  readonly status: AuthorizationStatus;
  /** What is authorized in all, minor units; ignored once it was reversed or has expired. */
  readonly amount: number;
  /** How often the issuer has approved an amount of it until then. */
  readonly approvals: number;
  readonly transactions: readonly TransactionNotice[];
  /** When the issuer said so, ISO 8601 with milliseconds. */
  readonly at: string;
};

/** A change of an authorization that is recorded, or its first record. */
export type AuthorizationTransition = Transition<Authorization, AuthorizationEventType>;

/** What an authorization shows of a transaction. */
export type LinkedTransaction = Authorization['transactions'][number];
export type TransactionKind = LinkedTransaction['kind'];

/**
 * What a notice makes of an authorization: none, one or two transitions, each going on from the one before. Notices may come
 * twice and in any order, and the same state is left in the end: whether it was approved is the issuer's to say, the status
 * goes along the table, each transaction is counted when it is recorded, and of two amounts the later one holds. Of the same
 * second that is the one with more approvals, or else the smaller: between two approvals an amount is only reversed. `recorded` are the transactions that are recorded with this change, and with no other.
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

/** A simulated notice of a card's issuer. */
export type SimulatedNotice = {
  readonly status: AuthorizationStatus;
  readonly amount?: number | null | undefined;
  readonly captured_amount?: number | null | undefined;
};

/** What the issuer would say, or the error with the statuses that can follow. */
export const simulatedNotice = (
  current: Authorization,
  { status, captured_amount, ...said }: SimulatedNotice,
  { reference, now }: { readonly reference: string; readonly now: Date },
): AuthorizationNotice => {
  const amount = said.amount ?? current.amount;
  const following = Object.keys(authorizationTransitions[current.status]);
  const allowed_actions = !current.approved
    ? []
    : current.status === 'pending'
      ? ['pending', ...following]
      : following;
  if (!allowed_actions.includes(status))
    throw new ApiError('action_not_allowed', { current_status: current.status, allowed_actions });
  const captured = captured_amount ?? (status === 'closed' ? amount : current.captured_amount);
  // What was captured before stays captured.
  const more = captured - current.captured_amount;
  const capture = { kind: 'capture', amount: more, issuer_reference: reference } as const;
  const transactions = more > 0 ? [simulatedTransaction(capture, current, now)] : [];
  const approvals = current.approvals + (amount > current.amount ? 1 : 0);
  return { approved: true, status, amount, approvals, transactions, at: now.toISOString() };
};

/** What a simulated transaction says; all else is as in its authorization, or in its card. */
type SimulatedTransaction = Pick<TransactionNotice, 'kind' | 'amount' | 'issuer_reference'> & {
  readonly merchant_amount?: number | null | undefined;
  readonly merchant_currency?: string | null | undefined;
};

/** A transaction as the issuer would say it, processed by the network on the day it is made. */
export const simulatedTransaction = (
  { kind, amount, issuer_reference, merchant_amount, merchant_currency }: SimulatedTransaction,
  { currency, merchant }: Pick<Authorization, 'currency' | 'merchant'>,
  now: Date,
): TransactionNotice => {
  const created_at = now.toISOString();
  return {
    kind,
    amount,
    issuer_reference,
    created_at,
    currency,
    merchant,
    network_date: created_at.slice(0, 10),
    merchant_amount: merchant_amount ?? amount,
    merchant_currency: merchant_currency ?? currency,
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

/** What was reversed or has expired says nothing of the amount any more. */
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

/** That part of what is asked for is held already: the subject's `amount` is what would be held in all. */
export type Increment = {
  /** When the rest was asked for, ISO 8601 with milliseconds. */
  readonly asked_at: string;
};

/** What was decided of it, if it was: it may be asked twice, and after newer words of the issuer. */
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
 * The counters on which an increment is decided, as if all of it were asked for now by an authorization that holds nothing
 * yet: as if it had counted nowhere, all of it counts where it is decided now.
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

/** A transaction without an authorization, by the issuer that reports it. */
export type UnlinkedTransaction = OfCard &
  Pick<AuthorizationSubject, 'issuer'> & { readonly transaction: TransactionNotice };

/** The card of a notice, by the ids that the issuer got with the order. */
export type OfCard = { readonly tenant_id: string; readonly card_id: string };

/** Whether something may be taken. */
export type AuthorizationQuestion = {
  readonly subject: AuthorizationSubject;
  readonly increment?: Increment;
};

/**
 * A notice of any issuer: the current state, and not what has changed, so that it may come
 * twice and in any order.
 */
export type IssuerNotice =
  | ({ readonly kind: 'card'; readonly status: IssuerCard['status'] } & OfCard)
  | ({
      readonly kind: 'parcel';
      readonly status: ShippingStatus;
      readonly tracking?: Tracking | undefined;
    } & OfCard)
  | ({ readonly kind: 'fraud_warning'; readonly warned_at: string } & OfCard)
  | ({ readonly kind: 'pin_blocked'; readonly blocked_at: string } & OfCard)
  | ({ readonly kind: 'transaction_unlinked' } & UnlinkedTransaction)
  | { readonly kind: 'token'; readonly report: CardTokenReport }
  /** To be answered at once. */
  | ({ readonly kind: 'authorization_requested' } & AuthorizationQuestion)
  | {
      readonly kind: 'authorization_updated';
      readonly subject: AuthorizationSubject;
      readonly notice: AuthorizationNotice;
    };

import { holdsCardNumber } from '../../core/card-number.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Created } from '../../core/transition.ts';
import { type Card, visibleText } from '../cards/model.ts';
import type { CardLimit, SpendingWindows } from '../cards/spending.ts';
import type { CardPresence, PinEntry } from '../cards/states.ts';
import type { AuthorizationStatus } from './decision.ts';
import type { AuthorizationResource } from './schema.ts';

/** The events of an authorization. */
export const authorizationEventTypes = [
  'card.authorization_approved',
  'card.authorization_declined',
  'card.authorization_reversed',
] as const;
export type AuthorizationEventType = (typeof authorizationEventTypes)[number];

type Transitions = Record<
  AuthorizationStatus,
  Partial<Record<AuthorizationStatus, AuthorizationEventType | null>>
>;

/**
 * Where an authorization can go from each status, and the event; null: no event. An authorization
 * that was reversed or has expired may still be captured. Where several of these are reported, in
 * any order, the same one is left in the end: closed before reversed before expired. A transition
 * that is not in the table does not exist.
 */
export const authorizationTransitions: Transitions = {
  pending: {
    closed: null,
    reversed: 'card.authorization_reversed',
    expired: 'card.authorization_reversed',
  },
  expired: { closed: null, reversed: null },
  reversed: { closed: null },
  closed: {},
};

/** The merchant that asks for an amount, as far as it is named. */
export type Merchant = ReadonlyDeep<AuthorizationResource['merchant']>;

/** A merchant that names nothing of itself. */
export const nobody: Merchant = { name: null, category: null, country: null, network_id: null };

/** Names of merchants are kept so far, in characters. */
const name_characters_max = 100;

/**
 * A merchant as it is recorded. Terminals send any text: an invalid part is removed, so that no name can keep an
 * authorization from being decided.
 */
export const merchantOf = ({ name, category, country, network_id }: Merchant): Merchant => ({
  name: nameOf(name),
  category: category !== null && /^\d{4}$/.test(category) ? category : null,
  country: country !== null && /^[A-Z]{2}$/.test(country) ? country : null,
  network_id: network_id !== null && /^[\x21-\x7e]{1,64}$/.test(network_id) ? network_id : null,
});

/** The merchant as it is recorded for a card: of a redacted customer no name is kept. */
export const recordedMerchant = (
  merchant: Merchant,
  card: Pick<Card, 'cardholder_name'>,
): Merchant => ({
  ...merchantOf(merchant),
  ...(card.cardholder_name === null && { name: null, network_id: null }),
});

const nameOf = (said: string | null): string | null => {
  const cleaned = [...(visibleText(said ?? '') ?? '')].slice(0, name_characters_max).join('');
  return cleaned === '' || holdsCardNumber(cleaned) ? null : cleaned;
};

/**
 * The subject of an issuer's request or notice: its own name and moment of an authorization, the
 * same in all of them.
 */
export type AuthorizationSubject = {
  readonly tenant_id: string;
  readonly card_id: string;
  /** Which issuer, as the card names it. */
  readonly issuer: string;
  /** The issuer's id of the authorization: what is recorded once. */
  readonly issuer_reference: string;
  /** When the issuer created it, ISO 8601 with milliseconds. */
  readonly created_at: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly merchant: Merchant;
  /** The currency that the merchant charges, ISO 4217; null if the issuer does not say. */
  readonly merchant_currency: string | null;
  /** Null if the issuer does not say. */
  readonly card_presence: CardPresence | null;
  /** Whether less than the amount can be approved; absent: it cannot. */
  readonly is_amount_controllable?: boolean;
  /** Whether the right PIN was entered; absent: none was, or the issuer has checked it. */
  readonly pin?: PinEntry | null;
};

/** An authorization as stored: the fields of its resource, and internal ones. */
export type Authorization = ReadonlyDeep<
  Omit<AuthorizationResource, 'object' | 'limit_at_decision'>
> &
  Pick<AuthorizationSubject, 'tenant_id' | 'issuer' | 'issuer_reference'> & {
    readonly limit_at_decision: Readonly<CardLimit> | null;
    /** Since when the issuer says this `amount`, ISO 8601 with milliseconds: of several notices the newest holds. */
    readonly amount_as_of: string;
    /** How often the issuer had approved an amount then: it says in which order amounts of one second were said. */
    readonly approvals: number;
    /** The card whose spending it is counted with, as its card said. */
    readonly counted_with: string;
    /** The windows that it is counted in, whatever becomes of it later. */
    readonly windows: SpendingWindows;
  };

/**
 * The one projection from a stored authorization to its resource. The schema's check removes
 * members that it does not name.
 */
export const toAuthorizationResource = (authorization: Authorization): AuthorizationResource => {
  const { limit_at_decision: limit } = authorization;
  const resource: ReadonlyDeep<AuthorizationResource> = {
    ...authorization,
    object: 'authorization',
    limit_at_decision: limit && { object: 'card_limit', ...limit },
  };
  return resource as AuthorizationResource;
};

/** How an authorization was decided: by whom, how fast, under which limit, and the business's answer. */
export type DecisionRecord = Pick<
  Authorization,
  | 'decided_by'
  | 'decision_ms'
  | 'limit_at_decision'
  | 'business_response'
  | 'fallback_reason'
  | 'metadata'
>;

/** The record of what the issuer decided alone. */
export const decidedByIssuer: DecisionRecord = {
  decided_by: 'issuer',
  decision_ms: null,
  limit_at_decision: null,
  business_response: null,
  fallback_reason: null,
  metadata: {},
};

/** How it was decided, and where it is counted. */
type DecidedAuthorization = Pick<Authorization, 'id' | 'decline_reason' | 'windows'> & {
  /** The approved amount, minor units; absent: all that was requested. */
  readonly approved_amount?: number;
  readonly record: DecisionRecord;
  readonly card: Pick<Card, 'customer_id' | 'counted_with' | 'cardholder_name'>;
};

/** A new authorization: what is approved is held until a notice changes it. */
export const newAuthorization = (
  subject: AuthorizationSubject,
  { card, record, approved_amount, ...decided }: DecidedAuthorization,
  now: Date,
): Created<Authorization, AuthorizationEventType> => {
  const approved = decided.decline_reason === null;
  const status: AuthorizationStatus = approved ? 'pending' : 'closed';
  const { tenant_id, card_id, issuer, issuer_reference, created_at, currency, merchant } = subject;
  const { amount: requested_amount, is_amount_controllable = false } = subject;
  const amount = approved_amount ?? requested_amount;
  const { merchant_currency, card_presence } = subject;
  const at = now.toISOString();
  const after = {
    ...decided,
    ...record,
    requested_amount,
    is_amount_controllable,
    tenant_id,
    card_id,
    issuer,
    issuer_reference,
    amount,
    currency,
    approved,
    status,
    merchant_currency,
    card_presence,
    customer_id: card.customer_id,
    counted_with: card.counted_with,
    merchant: recordedMerchant(merchant, card),
    captured_amount: 0,
    refunded_amount: 0,
    transactions: [],
    declined_increment: null,
    history: [{ status, amount: approved ? amount : 0, at }],
    amount_as_of: created_at,
    approvals: record.decided_by !== 'issuer' && approved ? 1 : 0,
    created_at,
    updated_at: at,
    version: 1,
  };
  return { after, event: approved ? 'card.authorization_approved' : 'card.authorization_declined' };
};

/**
 * The amount that an authorization counts towards the limits: all of it while it is pending, then
 * what was captured. A refund gives back its amount, and never more than was captured.
 */
export const countedAmount = (authorization: CountedAuthorization): number => {
  const { status, amount, captured_amount, refunded_amount } = authorization;
  const taken = status === 'pending' ? Math.max(amount, captured_amount) : captured_amount;
  return taken - Math.min(refunded_amount, captured_amount);
};

/** How often an authorization counts: once where it was approved and has ever held an amount, whatever becomes of it. */
export const countedTimes = ({
  approved,
  amount,
  history,
}: Pick<Authorization, 'approved' | 'amount' | 'history'>) =>
  approved && (amount > 0 || history.some((step) => step.amount > 0)) ? 1 : 0;

type CountedAuthorization = Pick<
  Authorization,
  'status' | 'amount' | 'captured_amount' | 'refunded_amount'
>;

import { ApiError } from '../../core/api-error.ts';
import type { Durations } from '../../core/durations.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import { withoutHidden } from '../../core/text.ts';
import type { Updated } from '../../core/transition.ts';
import type { Address } from '../../identity/customers/address.ts';
import type { CardResource } from './schema.ts';
import { limitsInForce, type SpendingLimit } from './spending.ts';
import {
  type Blocks,
  type CardEventType,
  type CardState,
  cardStatus,
  type IssuerRefusalReason,
  type IssuerSyncError,
  type ReplacementReason,
  type ShippingMethod,
  type ShippingStatus,
  shippingTransitions,
  tracking_number_characters_max,
} from './states.ts';

/** A card expires at the end of this month (UTC). */
type CardExpiry = Pick<CardResource, 'exp_month' | 'exp_year'>;

/** The card that an issuer returns: all of its number that may leave. */
export type IssuedCard = CardExpiry &
  Pick<CardResource, 'brand' | 'bin' | 'last4' | 'pin_status'> & {
    /** The issuer's own name of the card; asked for its secrets with it. */
    readonly issuer_reference: string;
  };

/** The members of a resource that follow from other fields. */
type Derived = 'object' | 'status' | 'allowed_actions' | 'blocked_by' | 'issuer_sync';

/** A card as stored: the fields of its resource, and internal ones. Never its number. */
export type Card = ReadonlyDeep<Omit<CardResource, Derived>> & {
  readonly tenant_id: string;
  readonly issuer_reference: string;
  readonly state: CardState;
  readonly blocks: Blocks;
  /** The cards that are still open and close when this one is activated, oldest first, and what each was replaced for. */
  readonly supersedes: readonly { readonly id: string; readonly reason: ReplacementReason }[];
  readonly issuer_sync: IssuerSync;
  /** The last warning of fraud of its issuer, ISO 8601; null if there was none. */
  readonly fraud_warned_at: string | null;
  /** When it is looked at whether the next card is ordered, ISO 8601; null once it is replaced. */
  readonly renews_at: string | null;
  /** The time that a simulated clock has reached for this card, ISO 8601; null where none was. */
  readonly advanced_to: string | null;
  /** Since when `pin_status` is what it is, ISO 8601: earlier reports of its issuer change nothing. */
  readonly pin_as_of: string;
  /** SHA-256 of the last encrypted PIN, which has random parts: a retry is found by it, and no PIN. Null before the first. */
  readonly pin_request_hash: string | null;
  /** Wrong PINs in a row that were simulated; other issuers count by themselves. */
  readonly wrong_pins: number;
  /**
   * The card whose spending is counted with its own: the first of its chain, so that a replacement
   * starts with the amounts already spent.
   */
  readonly counted_with: string;
};

/** The members that the service and the issuer add. */
export type Issuance = IssuedCard & Pick<Card, 'id' | 'tenant_id' | 'issuer'>;

/** The members that a new card begins with, whatever was ordered. */
type Initial =
  | keyof Issuance
  | ('state' | 'blocks' | 'status_reason' | 'issuer_sync' | 'created_at' | 'updated_at' | 'version')
  | (
      | 'replacement_for'
      | 'replaced_by'
      | 'replacement_reason'
      | 'supersedes'
      | 'counted_with'
      | 'fraud_warned_at'
    )
  | ('renews_at' | 'advanced_to' | 'renewal_skipped')
  | ('pin_as_of' | 'pin_request_hash' | 'wrong_pins');

/** The input of a new card, defaults filled in. */
export type CardInput = Omit<Card, Initial | 'shipping' | 'cardholder_name'> & {
  readonly cardholder_name: string;
  /** Null for a virtual card. */
  readonly destination: Destination | null;
};

/** A change of a card with its event. */
export type CardTransition = Updated<Card, CardEventType>;

export const day_ms = 24 * 60 * 60 * 1000;

/** How long a card is valid. */
const years = 4;

/** The expiry of a new card: the same month, four years later. */
export const expiryFrom = (issued: Date): CardExpiry => ({
  exp_month: issued.getUTCMonth() + 1,
  exp_year: issued.getUTCFullYear() + years,
});

/** The moment at which a card's last month is over. */
export const expiresAt = ({ exp_month, exp_year }: CardExpiry): Date =>
  new Date(Date.UTC(exp_year, exp_month, 1));

/** Whether a card's last month is over. */
export const isExpired = (card: CardExpiry, now: Date): boolean => now >= expiresAt(card);

/** No environment orders the next card earlier than so many days before a card expires. */
export const renewal_days_max = 90;

/** When the next card is ordered, so many days before a card expires. */
export const renewalDueAt = (card: CardExpiry, days: number): Date =>
  new Date(expiresAt(card).getTime() - days * day_ms);

/** When a new card is looked at for its renewal for the first time: its environment may order the next one later. */
export const firstRenewalLook = (card: CardExpiry): string =>
  renewalDueAt(card, renewal_days_max).toISOString();

/** The members of a card that an issuer has to know, at one of its versions. */
export type IssuerCard = {
  /** The issuer's own name of the card. */
  readonly reference: string;
  readonly id: string;
  readonly version: number;
  /** Inactive is whatever may not be paid with now and may be again; canceled is final. */
  readonly status: 'active' | 'inactive' | 'canceled';
  /** Null unless the card is canceled for one of these. */
  readonly cancellation_reason: 'lost' | 'stolen' | null;
  /** Those that hold: one for the day is always among them. */
  readonly limits: readonly SpendingLimit[];
  /** The currency of the limits. */
  readonly currency: string;
};

/** The card as its issuer has to know it. Two versions that differ in nothing else need one push. */
export const toIssuerCard = (card: Card): IssuerCard => {
  const {
    issuer_reference: reference,
    id,
    version,
    currency,
    state,
    blocks,
    status_reason,
    pin_status,
  } = card;
  const publicStatus = cardStatus(state, blocks);
  const isActive = publicStatus === 'active' && pin_status !== 'blocked';
  const status = publicStatus === 'closed' ? 'canceled' : isActive ? 'active' : 'inactive';
  const lost = status_reason === 'lost' || status_reason === 'stolen' ? status_reason : null;
  const cancellation_reason = status === 'canceled' ? lost : null;
  return {
    reference,
    id,
    version,
    status,
    cancellation_reason,
    limits: limitsInForce(card),
    currency,
  };
};

/** The error for what the issuer rejects: a retry does not help. */
export const issuerRefused = (reason: IssuerRefusalReason): ApiError =>
  new ApiError('issuer_refused', { issuer_reason: reason });

/**
 * The state of a card at the issuer. While `synced`, later versions change nothing that concerns
 * it.
 */
export type IssuerSync = Readonly<CardResource['issuer_sync']> & {
  /** Failed updates in a row. */
  readonly attempts: number;
  /** When the sweeper schedules the next update, ISO 8601; null while `synced`. */
  readonly scheduled_at: string | null;
};

/** The issuer has the card at a version. */
export const synced = (version: number, now: Date): IssuerSync => ({
  status: 'synced',
  version,
  since: now.toISOString(),
  error: null,
  attempts: 0,
  scheduled_at: null,
});

/** The card has changed: the consumer of its event updates the issuer, or else the sweeper does. */
export const outOfSync = (before: IssuerSync, now: Date): IssuerSync => {
  const at = now.toISOString();
  const since = before.status === 'synced' ? at : before.since;
  return { ...before, status: 'pending', since, error: null, attempts: 0, scheduled_at: at };
};

/** An update has failed. A rejected one is tried again too: the reasons of an issuer may pass. */
export const issuerFailed = (
  before: IssuerSync,
  error: IssuerSyncError,
  { now, durations }: { readonly now: Date; readonly durations: Durations },
): IssuerSync => {
  const attempts = before.attempts + 1;
  const wait_ms = Math.min(
    durations.issuer_wait_min_ms * 2 ** before.attempts,
    durations.issuer_wait_max_ms,
  );
  const scheduled_at = new Date(now.getTime() + wait_ms).toISOString();
  return {
    ...before,
    status: error === 'unreachable' ? 'pending' : 'failing',
    error,
    attempts,
    scheduled_at,
  };
};

/** A card that is out of sync for so long raises an alarm, in milliseconds. */
const alarm_after_ms = 300_000;

/** Whether an operator has to find out why the issuer is out of sync. */
export const isAlarming = ({ status, since }: IssuerSync, now: Date): boolean =>
  status === 'failing' ||
  (status === 'pending' && Date.parse(since) + alarm_after_ms <= now.getTime());

/** How many days after it was shipped a parcel is expected. */
export const deliveryDays: Record<ShippingMethod, number> = { standard: 10, express: 3 };

/** The delivery of a physical card. Recipient and address are null once its customer is redacted. */
export type Shipping = ReadonlyDeep<NonNullable<CardResource['shipping']>>;

/** Where a card goes. */
export type Destination = Pick<Shipping, 'method'> & {
  readonly recipient: string;
  readonly address: Address;
};

/** The carrier's data on a parcel. */
export type Tracking = {
  readonly carrier: string;
  readonly number: string | null;
  /** The tracking page. */
  readonly url: string | null;
};

/** A new parcel. */
export const newShipping = (destination: Destination, now: Date): Shipping => ({
  recipient: destination.recipient,
  address: destination.address,
  method: destination.method,
  status: 'pending',
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  estimated_delivery: null,
  history: [{ status: 'pending', at: now.toISOString() }],
});

/** The parcel in its next status, or undefined where the table has no such transition. */
export const transitionShipping = (
  shipping: Shipping,
  status: ShippingStatus,
  now: Date,
  tracking?: Tracking,
): Shipping | undefined => {
  if (!shippingTransitions[shipping.status].includes(status)) return undefined;
  const { carrier, tracking_number, tracking_url } = recordedTracking(tracking);
  // Once the address is redacted, the parcel's number must not lead to it.
  const followed =
    shipping.recipient === null ? followedByNobody : { tracking_number, tracking_url };
  return {
    ...shipping,
    ...(status === 'shipped' && {
      carrier,
      ...followed,
      estimated_delivery: expectedOn(shipping.method, now),
    }),
    status,
    history: [...shipping.history, { status, at: now.toISOString() }],
  };
};

/** Whether the cardholder may have the card already. */
export const isUnderWay = ({ status }: Shipping): boolean =>
  status === 'shipped' || status === 'delivered';

/**
 * The tracking as it is recorded: any text may come, and none may keep a parcel from being
 * recorded.
 */
const recordedTracking = (said?: Tracking) => {
  const [carrier, number, url] = [said?.carrier, said?.number, said?.url].map((text) =>
    visibleText(text ?? ''),
  );
  return {
    carrier: within(carrier, 100),
    tracking_number: within(number, tracking_number_characters_max),
    tracking_url: /^https?:\/\//.test(url ?? '') ? within(url, 2_048) : null,
  };
};

const within = (text: string | null | undefined, characters_max: number): string | null =>
  text && [...text].length <= characters_max ? text : null;

/** A text from outside without what is not seen; null where nothing is left. */
export const visibleText = (said: string): string | null => withoutHidden(said, ' ').trim() || null;

const followedByNobody = { tracking_number: null, tracking_url: null };

const expectedOn = (method: ShippingMethod, now: Date): string =>
  new Date(now.getTime() + deliveryDays[method] * day_ms).toISOString().slice(0, 10);

import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import { holdsCardNumber } from '../../core/card-number.ts';
import type { Durations } from '../../core/durations.ts';
import type { OrderKey } from '../../core/messages.ts';
import type { Customer } from '../../identity/customers/model.ts';
import { cardholderOf, printable } from './cardholder.ts';
import { type DestinationInput, destinationOf } from './destination.ts';
import type { Card, CardInput, Destination } from './model.ts';
import { type CardSettingsInput, settingsFrom } from './settings.ts';

/**
 * The order of a card. It is written before the issuer is asked and removed with the commit of the card, so that a retry or
 * the sweeper finds a call without a known result. Times are ISO 8601.
 */
export type CardOrder = OrderKey & {
  readonly customer_id: string;
  /** SHA-256 of the request's body: the same key may not order something else. */
  readonly request_hash: string;
  /** The id of the future card, by which the issuer knows the order. */
  readonly card_id: string;
  /**
   * The name that the issuer gets, and where the card goes: the customer may change before the card
   * is there.
   */
  readonly cardholder_name: string | null;
  readonly destination: Destination | null;
  readonly ordered_at: string;
  /** When the sweeper looks at it next. */
  readonly scheduled_at: string;
  /** An order that is being canceled cannot become a card. */
  readonly state: 'open' | 'canceling';
};

/** A new order. */
export const newOrder = (
  {
    tenant_id,
    operation,
    path_ids,
    idempotency_key,
    request_hash,
  }: OrderKey & Pick<CardOrder, 'request_hash'>,
  of: Pick<CardOrder, 'card_id' | 'customer_id' | 'cardholder_name' | 'destination'>,
  now: Date,
  durations: Durations,
): CardOrder => ({
  tenant_id,
  operation,
  path_ids,
  idempotency_key,
  request_hash,
  card_id: of.card_id,
  customer_id: of.customer_id,
  cardholder_name: of.cardholder_name,
  destination: of.destination,
  ordered_at: now.toISOString(),
  scheduled_at: abandonedAt(now, durations),
  state: 'open',
});

/** A request may work on its order for so long, however short the durations are. */
const request_ms = 15_000;

/** When an order that is written now counts as abandoned. */
export const abandonedAt = (now: Date, durations: Durations): string =>
  new Date(now.getTime() + Math.max(durations.card_order_ms, request_ms)).toISOString();

/** Whether an order is abandoned. It goes by `ordered_at`: the sweeper postpones `scheduled_at`. */
export const isAbandoned = ({ ordered_at }: CardOrder, now: Date, durations: Durations): boolean =>
  abandonedAt(new Date(ordered_at), durations) <= now.toISOString();

/**
 * Whether an order under the key of a request is of the same body. Throws order_in_progress where it is of another one whose
 * request may still be running; after that it can be canceled.
 */
export const isOfRequest = (
  { request_hash, ordered_at }: CardOrder,
  requestHash: string,
  now: Date,
): boolean => {
  if (request_hash === requestHash) return true;
  const left_ms = Date.parse(ordered_at) + request_ms - now.getTime();
  if (left_ms <= 0) return false;
  throw new ApiError('order_in_progress', { retry_after_seconds: Math.ceil(left_ms / 1000) });
};

type Ends = NonNullable<Card['cancel_after']>;

/** The body of a request for a card. */
type CardBody = Pick<Card, 'customer_id' | 'type' | 'currency'> &
  CardSettingsInput & {
    readonly cardholder_name?: string | null | undefined;
    readonly cancel_after?:
      | { readonly [field in keyof Ends]?: Ends[field] | undefined }
      | null
      | undefined;
    /** Only a physical card has it. */
    readonly shipping?: DestinationInput | null | undefined;
  };

/**
 * The input that a card is issued with: the body, and defaults from the customer. Requires a name
 * that can be printed on a card.
 */
export const cardInput = (body: CardBody, customer: Customer): CardInput => {
  const { customer_id, type, currency, shipping, cancel_after } = body;
  const name = cardholderOf(customer);
  requireNames(body, name);
  return {
    customer_id,
    type,
    currency,
    ...settingsFrom(body, currency),
    cardholder_name: body.cardholder_name ?? name,
    cancel_after: cancel_after
      ? { authorizations: cancel_after.authorizations ?? null, date: cancel_after.date ?? null }
      : null,
    destination:
      type === 'virtual'
        ? null
        : destinationOf(shipping, { recipient: name, address: customer.address }),
  };
};

/** Each name of a customer has kept its rules; together they may be blank, the number of a card, or in another script. */
const requireNames = ({ type, cardholder_name, shipping }: CardBody, otherwise: string): void => {
  const isName = otherwise !== '' && !holdsCardNumber(otherwise);
  const pointers = [
    ...(cardholder_name || (isName && printable(otherwise) !== null) ? [] : ['/cardholder_name']),
    ...(type === 'virtual' || shipping?.recipient || isName ? [] : ['/shipping/recipient']),
  ];
  if (pointers.length > 0)
    throw new ApiError('validation_failed', { errors: pointers.map(unnamed) });
};

const unnamed = (pointer: string): ApiErrorItem => ({
  pointer,
  code: 'required',
  detail: 'Must be given in Latin letters: the name of the customer cannot be printed on a card.',
});

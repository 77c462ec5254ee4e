import { ApiError, type ApiErrorItem } from '../api-error.ts';
import { holdsCardNumber } from '../card-number.ts';
import type { Address, Customer } from '../customers/model.ts';
import type { Durations } from '../durations.ts';
import type { Card, CardInput } from './model.ts';
import type { Destination, ShippingMethod } from './shipping.ts';
import { type SpendingControlsInput, spendingControls } from './spending-controls.ts';

/** Whose name a card bears unless its business says otherwise: the customer's, or the representative's of a business. */
export const cardholderOf = (customer: Customer): string => {
  if (customer.type === 'individual') return fullName(customer.first_name, customer.last_name);
  const person = customer.representative;
  const name = fullName(person?.first_name ?? null, person?.last_name ?? null);
  return name === '' ? shortened(customer.legal_name ?? '') : name;
};

/** The name that an open card bears: only closed ones are redacted. */
export const nameOn = ({ cardholder_name }: Pick<Card, 'cardholder_name'>): string => cardholder_name ?? '';

/** What a business says of where a card goes. */
export type DestinationInput = {
  readonly recipient?: string | null | undefined;
  readonly address?: { readonly [field in keyof Address]?: Address[field] | undefined } | null | undefined;
  readonly method?: ShippingMethod | null | undefined;
};

/** Without these nothing arrives; a profile is complete with the same. */
const needed = ['line1', 'city', 'postal_code', 'country'] as const satisfies readonly (keyof Address)[];

/** Where a card goes: what is said, else where `otherwise` is. Refuses an address to which nothing can be sent. */
export const destinationOf = (
  said: DestinationInput | null | undefined,
  otherwise: { readonly recipient: string | null; readonly address: Address | null; readonly method?: ShippingMethod },
): Destination => {
  const address = addressOf(said?.address ?? otherwise.address ?? {});
  const missing = needed.filter((field) => !address[field]);
  if (missing.length > 0) throw new ApiError('validation_failed', { errors: missing.map(missingItem) });
  const method = said?.method ?? otherwise.method ?? 'standard';
  return { recipient: said?.recipient ?? otherwise.recipient ?? '', address, method };
};

const addressOf = (said: NonNullable<DestinationInput['address']>): Address => {
  const { line1 = null, line2 = null, city = null, state = null, postal_code = null, country = null } = said;
  return { line1, line2, city, state, postal_code, country };
};

const missingItem = (field: keyof Address): ApiErrorItem => ({
  pointer: `/shipping/address/${field}`,
  code: 'required',
  detail: 'Must be given, here or in the address of the customer.',
});

/** Names are as long as 100 characters, and so is what stands on a card. */
const name_characters_max = 100;

const shortened = (name: string): string => [...name].slice(0, name_characters_max).join('').trimEnd();

const fullName = (...names: readonly (string | null)[]): string =>
  shortened(names.filter((name) => name !== null).join(' '));

/** Whom cards are made for, as an issuer knows him: what his business says of him. One for each customer. */
export type Cardholder = {
  readonly type: 'individual' | 'company';
  /** What he is called on all his cards. */
  readonly name: string;
  /** Of an individual, and of who acts for a company. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** `YYYY-MM-DD`; null for a company. */
  readonly date_of_birth: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing_address: Address | null;
};

/** The cardholder that a customer is. */
export const cardholderFrom = (customer: Customer): Cardholder => {
  const { email, phone, address: billing_address } = customer;
  const reached = { name: cardholderOf(customer), email, phone, billing_address };
  if (customer.type === 'individual') {
    const { first_name, last_name, date_of_birth } = customer;
    return { ...reached, type: 'individual', first_name, last_name, date_of_birth };
  }
  const { first_name = null, last_name = null } = customer.representative ?? {};
  return { ...reached, type: 'company', name: customer.legal_name ?? '', first_name, last_name, date_of_birth: null };
};

/**
 * A card that is being ordered. It is written before the issuer is called and goes when the card is there, so that whoever
 * comes next, a retry or the sweeper, knows of a call that nobody heard the end of. Times are ISO 8601.
 */
export type IssuingIntent = {
  readonly tenant_id: string;
  readonly customer_id: string;
  /** Whose order it is: the route, the ids of its path and the Idempotency-Key. */
  readonly operation: string;
  readonly path_ids: readonly string[];
  readonly idempotency_key: string;
  /** SHA-256 of the request's body: the same key may not order something else. */
  readonly request_hash: string;
  /** The card that it becomes; the issuer knows the order by this id. */
  readonly card_id: string;
  /** What the issuer is told, and where the card goes: its customer may be called otherwise before it is there. */
  readonly cardholder_name: string | null;
  readonly destination: Destination | null;
  readonly ordered_at: string;
  /** When nobody is thought to be at work on it any more. */
  readonly scheduled_at: string;
  /** Once it is being voided it cannot become a card any more. */
  readonly standing: 'open' | 'voiding';
};

/** An order that nobody has written down yet. */
export const newIntent = (
  order: Pick<IssuingIntent, 'tenant_id' | 'operation' | 'path_ids' | 'idempotency_key' | 'request_hash'>,
  {
    card_id,
    customer_id,
    cardholder_name,
    destination,
  }: Pick<IssuingIntent, 'card_id' | 'customer_id' | 'cardholder_name' | 'destination'>,
  now: Date,
  durations: Durations,
): IssuingIntent => ({
  ...order,
  card_id,
  customer_id,
  cardholder_name,
  destination,
  ordered_at: now.toISOString(),
  scheduled_at: givenUpAt(now, durations),
  standing: 'open',
});

/** However much waits are shortened, a request may still be at it for so long. */
const request_ms = 15_000;

/** When an order that was written at a moment is given up. */
export const givenUpAt = (now: Date, durations: Durations): string =>
  new Date(now.getTime() + Math.max(durations.card_order_ms, request_ms)).toISOString();

/** Whether an order is old enough to be given up: by its first moment and not by `scheduled_at`, which the sweeper moves. */
export const isGivenUp = ({ ordered_at }: IssuingIntent, now: Date, durations: Durations): boolean =>
  givenUpAt(new Date(ordered_at), durations) <= now.toISOString();

/** What becomes of an order that a request finds under its key. */
type FoundOrder = 'goes_on' | 'is_called_off';

/**
 * What becomes of an order that is found under the key of a request: the same request goes on with it; with another body it
 * is called off, unless its own request may still be at it.
 */
export const foundOrder = ({ request_hash, ordered_at }: IssuingIntent, requestHash: string, now: Date): FoundOrder => {
  if (request_hash === requestHash) return 'goes_on';
  const left_ms = Date.parse(ordered_at) + request_ms - now.getTime();
  if (left_ms <= 0) return 'is_called_off';
  throw new ApiError('order_in_progress', { retry_after_seconds: Math.ceil(left_ms / 1000) });
};

type Said<T> = T | null | undefined;

/** What a business says of a card that it orders. */
export type CardOrdered = Pick<Card, 'customer_id' | 'type' | 'currency'> & {
  readonly cardholder_name?: Said<string>;
  readonly nickname?: Said<string>;
  readonly spending_controls?: Said<SpendingControlsInput>;
  readonly metadata?: Said<Card['metadata']>;
  /** Of a physical card only. */
  readonly shipping?: Said<DestinationInput>;
};

/** What a card is made with: what was said, and for the rest what its customer says. Refuses what that leaves without a name. */
export const cardInput = (said: CardOrdered, customer: Customer): CardInput => {
  const { customer_id, type, currency } = said;
  requireNames(said, cardholderOf(customer));
  return {
    ...{ customer_id, type, currency },
    cardholder_name: said.cardholder_name ?? cardholderOf(customer),
    nickname: said.nickname ?? null,
    spending_controls: spendingControls(said.spending_controls),
    metadata: said.metadata ?? {},
    destination:
      type === 'virtual'
        ? null
        : destinationOf(said.shipping, { recipient: cardholderOf(customer), address: customer.address }),
  };
};

/** Each name of a customer has kept its rules; together they may still be blank, or read as the number of a card. */
const requireNames = ({ type, cardholder_name, shipping }: CardOrdered, otherwise: string): void => {
  if (otherwise !== '' && !holdsCardNumber(otherwise)) return;
  const pointers = [
    ...(cardholder_name ? [] : ['/cardholder_name']),
    ...(type === 'virtual' || shipping?.recipient ? [] : ['/shipping/recipient']),
  ];
  if (pointers.length > 0) throw new ApiError('validation_failed', { errors: pointers.map(unnamed) });
};

const unnamed = (pointer: string): ApiErrorItem => ({
  pointer,
  code: 'required',
  detail: 'Must be given: the name of the customer cannot be printed on a card.',
});

/** Where the replacement of a card goes: what was said, else where the card went. A virtual card goes nowhere. */
export const replacementDestination = (
  { shipping }: Pick<Card, 'shipping'>,
  said: Said<DestinationInput>,
): Destination | null => {
  if (shipping) return destinationOf(said, shipping);
  if (said) throw new ApiError('validation_failed', { errors: [notSent] });
  return null;
};

const notSent = {
  pointer: '/shipping',
  code: 'unknown_field',
  detail: 'Must be omitted: a virtual card is not sent.',
} as const;

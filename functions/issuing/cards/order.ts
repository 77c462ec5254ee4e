import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import { holdsCardNumber } from '../../core/card-number.ts';
import type { Durations } from '../../core/durations.ts';
import type { OrderKey } from '../../core/messages.ts';
import { type Address, neededOf } from '../../identity/customers/address.ts';
import type { Customer } from '../../identity/customers/model.ts';
import { representativeOf } from '../../identity/customers/persons.ts';
import type { Card, CardInput, Destination } from './model.ts';
import { type CardSettingsInput, settingsFrom } from './settings.ts';
import type { ShippingMethod } from './states.ts';

/** The default cardholder name, in Latin letters where they were given: the customer's, or that of who acts for a business. */
export const cardholderOf = (customer: Customer): string => {
  if (customer.type === 'individual') return fullName(latinOf(customer));
  const person = representativeOf(customer.persons);
  const name = person ? fullName(latinOf(person)) : '';
  return name === '' ? shortened(legalNameOf(customer)) : name;
};

type Named = { readonly first_name: string | null; readonly last_name: string | null };

/** First and last name, in Latin letters where they were given. */
const latinOf = ({
  first_name,
  last_name,
  latin_name,
}: Named & { readonly latin_name: Named | null }): Named => latin_name ?? { first_name, last_name };

const legalNameOf = ({ legal_name, latin_name }: Extract<Customer, { type: 'business' }>): string =>
  latin_name?.legal_name ?? legal_name ?? '';

/** The name that an open card bears: only closed ones are redacted. */
export const nameOn = ({ cardholder_name }: Pick<Card, 'cardholder_name'>): string =>
  cardholder_name ?? '';

/** The destination of a card as a business states it. */
export type DestinationInput = {
  readonly recipient?: string | null | undefined;
  readonly address?:
    | { readonly [field in keyof Address]?: Address[field] | undefined }
    | null
    | undefined;
  readonly method?: ShippingMethod | null | undefined;
};

/** Where a card goes: what is said, else where `otherwise` is. Requires a complete address. */
export const destinationOf = (
  said: DestinationInput | null | undefined,
  otherwise: {
    readonly recipient: string | null;
    readonly address: Address | null;
    readonly method?: ShippingMethod;
  },
): Destination => {
  const address = addressOf(said?.address ?? otherwise.address ?? {});
  const missing = neededOf(address.country).filter((field) => !address[field]);
  if (missing.length > 0)
    throw new ApiError('validation_failed', { errors: missing.map(missingItem) });
  const method = said?.method ?? otherwise.method ?? 'standard';
  return { recipient: said?.recipient ?? otherwise.recipient ?? '', address, method };
};

const addressOf = (said: NonNullable<DestinationInput['address']>): Address => {
  const {
    line1 = null,
    line2 = null,
    city = null,
    state = null,
    postal_code = null,
    country = null,
  } = said;
  return { line1, line2, city, state, postal_code, country };
};

const missingItem = (field: keyof Address): ApiErrorItem => ({
  pointer: `/shipping/address/${field}`,
  code: 'required',
  detail: 'Must be given, here or in the address of the customer.',
});

/** Names are as long as 100 characters, and so is the name on a card. */
const name_characters_max = 100;

const shortened = (name: string): string =>
  [...name].slice(0, name_characters_max).join('').trimEnd();

const fullName = ({ first_name, last_name }: Named): string =>
  shortened([first_name, last_name].filter((name) => name !== null).join(' '));

/** The cardholder as the issuer gets it: one for each customer. */
export type Cardholder = {
  readonly type: 'individual' | 'company';
  /** The name on all his cards. */
  readonly name: string;
  /** The first name of an individual, and of the person who acts for a company. */
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
    const { date_of_birth } = customer;
    const { first_name, last_name } = latinOf(customer);
    return { ...reached, type: 'individual', first_name, last_name, date_of_birth };
  }
  const person = representativeOf(customer.persons);
  const { first_name, last_name } = person
    ? latinOf(person)
    : { first_name: null, last_name: null };
  return {
    ...reached,
    type: 'company',
    name: legalNameOf(customer),
    first_name,
    last_name,
    date_of_birth: null,
  };
};

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

/** Where the replacement of a card goes: what was said, else where the card went. A virtual card goes nowhere. */
export const replacementDestination = (
  { shipping }: Pick<Card, 'shipping'>,
  said: DestinationInput | null | undefined,
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

/** A line of a card has so many characters at most. */
const line_characters_max = 24;

/**
 * A name as it can be printed on a card: Latin letters and the punctuation of names. Null if it has letters of another script,
 * which nobody can transliterate but the person, or no letters at all.
 */
export const printable = (name: string): string | null => {
  const plain = name
    .replace(/[‘’ʻʼ´`′]/gu, "'")
    .replace(/[‐‑‒–—−]/gu, '-')
    .normalize('NFKC')
    .replace(/\p{M}/gu, '');
  const kept = plain
    .replace(/[^\p{Script=Latin} .,'-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const isForeign = /\p{L}/u.test(plain.replace(/\p{Script=Latin}/gu, ''));
  return isForeign || !/\p{L}/u.test(kept) ? null : kept;
};

/** A printable name cut to a line. */
export const onLine = (name: string): string =>
  [...name].slice(0, line_characters_max).join('').trimEnd();

/**
 * A person's printable name within a line. The family name stays whole as long as it can. A name
 * that is too long loses all given names but the first, then the first becomes its initial, then it
 * goes.
 */
export const personOnLine = (name: string, family = familyOf(name)): string => {
  const [first = ''] = name
    .slice(0, name.length - family.length)
    .trim()
    .split(' ');
  const shorter = [name, `${first} ${family}`, `${[...first][0] ?? ''} ${family}`].map((one) =>
    one.trim(),
  );
  return shorter.find((one) => [...one].length <= line_characters_max) ?? onLine(family);
};

/** The last word of a name. */
export const familyOf = (name: string): string => name.split(' ').at(-1) ?? name;

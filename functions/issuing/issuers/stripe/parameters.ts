import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Address } from '../../../identity/customers/address.ts';
import { familyOf, onLine, personOnLine, printable } from '../../cards/cardholder.ts';
import type { Destination, IssuedCard, IssuerCard } from '../../cards/model.ts';
import { firstState } from '../../cards/transitions.ts';
import type { IssueRequest } from '../issuer.ts';
import { toStripeAmount } from './amounts.ts';

type CardholderFields = Pick<
  Stripe.Issuing.CardholderCreateParams,
  'billing' | 'email' | 'individual' | 'metadata'
> & {
  readonly phone_number?: string;
};

/** The parameters that make the cardholder of an order. */
export const cardholderParameters = (
  order: IssueRequest,
): Stripe.Issuing.CardholderCreateParams => {
  const { type } = order.cardholder;
  const changes = cardholderChanges(order);
  const individual = type === 'individual' && {
    individual: { ...personOf(order), ...changes.individual },
  };
  return { type, name: nameOfCardholder(order), ...changes, ...individual };
};

/**
 * The parameters that update a cardholder. Its name stays as it was created, and so do names that
 * came with its first card.
 */
export const cardholderChanges = (order: IssueRequest): CardholderFields => {
  const { cardholder } = order;
  const { type, email, phone } = cardholder;
  return {
    billing: { address: addressOf(cardholder.billing_address) },
    ...(email !== null && { email }),
    ...(phone !== null && { phone_number: phone }),
    ...(type === 'individual' && { individual: individualOf(order) }),
    metadata: { customer_id: order.customer_id, tenant_id: order.tenant_id },
  };
};

const individualOf = (order: IssueRequest) => {
  const { name, date_of_birth } = order.cardholder;
  const [year, month, day] = (date_of_birth ?? '').split('-').map(Number);
  return {
    ...(printable(name) !== null && personOf(order)),
    ...(year && month && day && { dob: { year, month, day } }),
    ...acceptanceOf(order),
  };
};

/** The name on the card is all that Stripe takes of a person whose name cannot be printed. */
const personOf = ({ cardholder, cardholder_name }: IssueRequest) => {
  const name = printable(cardholder.name);
  const onCard = printable(cardholder_name) ?? '';
  const family = familyOf(onCard);
  const [first, last] = name
    ? [printable(cardholder.first_name ?? ''), printable(cardholder.last_name ?? '')]
    : [onCard.slice(0, onCard.length - family.length).trim() || null, family];
  // Stripe needs both before a card is active: who has one name has it as both.
  const [first_name, last_name] = [first ?? last, last ?? first];
  return first_name && last_name ? { first_name, last_name } : {};
};

const nameOfCardholder = ({ cardholder, cardholder_name }: IssueRequest): string => {
  const name = printable(cardholder.name);
  if (cardholder.type === 'company') return onLine(name ?? printable(cardholder_name) ?? '');
  return name
    ? personOnLine(name, printable(cardholder.last_name ?? '') ?? undefined)
    : nameOnCard(cardholder_name);
};

const nameOnCard = (cardholder_name: string): string =>
  personOnLine(printable(cardholder_name) ?? '');

const acceptanceOf = ({ user_terms: terms }: IssueRequest) => {
  if (!terms?.ip) return {};
  const { accepted_at, ip, user_agent } = terms;
  const date = Math.floor(Date.parse(accepted_at) / 1000);
  return {
    card_issuing: { user_terms_acceptance: { date, ip, ...(user_agent && { user_agent }) } },
  };
};

/** A cardholder at Stripe: its id, and what its name is compared by. */
export type KnownCardholder = {
  readonly reference: string;
  readonly name_hash: string | undefined;
};

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

/** The parameters that make the card of an order for a cardholder. */
export const cardParameters = (
  order: IssueRequest,
  { reference, name_hash }: KnownCardholder,
): Stripe.Issuing.CardCreateParams => {
  const {
    id: order_id,
    tenant_id,
    customer_id,
    type,
    currency,
    limits,
    destination,
    replacement,
  } = order;
  const name = nameOnCard(order.cardholder_name);
  return {
    cardholder: reference,
    type,
    currency: currency.toLowerCase(),
    status: firstState(type),
    spending_controls: { spending_limits: limits.map(limitIn(currency)) },
    metadata: { order_id, tenant_id, customer_id },
    // The first line is the cardholder's name, on all of his cards.
    ...(type === 'physical' && digestOf(name) !== name_hash && { second_line: name }),
    ...(destination && { shipping: shippingOf(destination, order.cardholder.phone) }),
    ...(replacement && { replacement_for: replacement.of, replacement_reason: replacement.reason }),
  };
};

/** The parameters that bring Stripe's card to the state of ours. */
export const updateParameters = (card: IssuerCard): Stripe.Issuing.CardUpdateParams => ({
  status: card.status,
  metadata: { version: String(card.version) },
  // Stripe takes no other change of a canceled card.
  ...(card.status === 'canceled'
    ? card.cancellation_reason && { cancellation_reason: card.cancellation_reason }
    : { spending_controls: { spending_limits: card.limits.map(limitIn(card.currency)) } }),
});

/** The members that Stripe's card shows; it keeps the first digits to itself. */
export const issuedFrom = ({
  id,
  brand,
  last4,
  exp_month,
  exp_year,
}: Stripe.Issuing.Card): IssuedCard => ({
  issuer_reference: id,
  brand: brand.toLowerCase().replace(/[^a-z]/g, ''),
  bin: null,
  // Stripe gives each card a random PIN.
  pin_status: 'active',
  last4,
  exp_month,
  exp_year,
});

/** Intervals have the same names. */
const limitIn =
  (currency: string) =>
  ({ amount, interval }: IssuerCard['limits'][number]) => ({
    amount: toStripeAmount(amount, currency),
    interval,
  });

const shippingOf = (
  { recipient: name, address, method: service }: Destination,
  phone: string | null,
) => ({
  name,
  address: addressOf(address),
  service,
  ...(phone !== null && { phone_number: phone }),
});

/** Stripe rejects what is missing, with the name of the field. */
const addressOf = (address: Address | null) => {
  const { line1, line2, city, state, postal_code, country } = address ?? {};
  return {
    line1: line1 ?? '',
    city: city ?? '',
    postal_code: postal_code ?? '',
    country: country ?? '',
    ...(line2 && { line2 }),
    ...(state && { state }),
  };
};

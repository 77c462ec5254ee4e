import type { Stripe } from 'stripe';
import type { Destination, IssuedCard, IssuerCard } from '../../cards/model.ts';
import type { Cardholder } from '../../cards/order.ts';
import { firstState } from '../../cards/transitions.ts';
import type { Address } from '../../customers/model.ts';
import type { IssueRequest } from '../issuer.ts';

type CardholderFields = Pick<Stripe.Issuing.CardholderCreateParams, 'billing' | 'email' | 'individual' | 'metadata'> & {
  readonly phone_number?: string;
};

/** As many characters as are embossed on a line of a card. */
const line_characters_max = 24;

/** A name as it can be printed on a card: Latin letters and the punctuation of names. */
export const embossed = (name: string): string => {
  const kept = name.normalize('NFC').replaceAll('’', "'");
  const letters = kept.replace(/[^\p{Script=Latin} .,'-]/gu, ' ').replace(/ +/g, ' ');
  return letters.trim().slice(0, line_characters_max).trimEnd();
};

/** What makes the cardholder of an order. */
export const cardholderParameters = (order: IssueRequest): Stripe.Issuing.CardholderCreateParams => {
  const { type, name } = order.cardholder;
  return { type, name: embossed(name), ...cardholderChanges(order) };
};

/** What updates a cardholder. Its name stays as it was created. */
export const cardholderChanges = ({ cardholder, ...of }: IssueRequest): CardholderFields => {
  const { type, email, phone } = cardholder;
  return {
    billing: { address: addressOf(cardholder.billing_address) },
    ...(email !== null && { email }),
    ...(phone !== null && { phone_number: phone }),
    ...(type === 'individual' && { individual: individualOf(cardholder) }),
    metadata: { customer_id: of.customer_id, tenant_id: of.tenant_id },
  };
};

const individualOf = ({ first_name, last_name, date_of_birth }: Cardholder) => {
  const [year, month, day] = (date_of_birth ?? '').split('-').map(Number);
  return {
    ...(first_name !== null && { first_name }),
    ...(last_name !== null && { last_name }),
    ...(year && month && day && { dob: { year, month, day } }),
  };
};

/** What makes the card of an order for a cardholder. */
export const cardParameters = (order: IssueRequest, cardholder: string): Stripe.Issuing.CardCreateParams => {
  const { id: order_id, tenant_id, customer_id, type, currency, limits, destination, replacement } = order;
  const name = embossed(order.cardholder_name);
  return {
    cardholder,
    type,
    currency: currency.toLowerCase(),
    status: firstState(type),
    spending_controls: { spending_limits: limits.map(limitOf) },
    metadata: { order_id, tenant_id, customer_id },
    // The first line is the cardholder's name, on all of his cards.
    ...(type === 'physical' && name !== embossed(order.cardholder.name) && { second_line: name }),
    ...(destination && { shipping: shippingOf(destination, order.cardholder.phone) }),
    ...(replacement && { replacement_for: replacement.of, replacement_reason: replacement.reason }),
  };
};

/** What brings Stripe's card to where ours is. */
export const updateParameters = (card: IssuerCard): Stripe.Issuing.CardUpdateParams => ({
  status: card.status,
  metadata: { version: String(card.version) },
  // Stripe takes no other change of a canceled card.
  ...(card.status === 'canceled'
    ? card.cancellation_reason && { cancellation_reason: card.cancellation_reason }
    : { spending_controls: { spending_limits: card.limits.map(limitOf) } }),
});

/** What Stripe's card shows; it keeps the first digits to itself. */
export const issuedFrom = ({ id, brand, last4, exp_month, exp_year }: Stripe.Issuing.Card): IssuedCard => ({
  issuer_reference: id,
  brand: brand.toLowerCase().replace(/[^a-z]/g, ''),
  bin: null,
  ...{ last4, exp_month, exp_year },
});

/** Intervals have the same names. */
const limitOf = ({ amount, interval }: IssuerCard['limits'][number]) => ({ amount, interval });

const shippingOf = ({ recipient: name, address, method: service }: Destination, phone: string | null) => ({
  name,
  address: addressOf(address),
  service,
  ...(phone !== null && { phone_number: phone }),
});

/** Stripe rejects what is missing, with the name of the field. */
const addressOf = (address: Address | null) => {
  const { line1, line2, city, state, postal_code, country } = address ?? {};
  return {
    ...{ line1: line1 ?? '', city: city ?? '', postal_code: postal_code ?? '', country: country ?? '' },
    ...(line2 && { line2 }),
    ...(state && { state }),
  };
};

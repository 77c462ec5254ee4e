import type { Stripe } from 'stripe';
import { cardholderOf, cardOf, type Form } from '../stripe/objects.ts';

const address: Form = {
  line1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4LB',
  country: 'GB',
};
const ada = {
  type: 'individual',
  name: 'Ada King',
  billing: { address },
  metadata: { customer_id: 'cus_1' },
};
const cardholder = cardholderOf(ada, 'ich_1');
const ordered = {
  type: 'physical',
  currency: 'usd',
  status: 'inactive',
  shipping: { address, name: 'Ada King' },
};
export const card = cardOf(
  { ...ordered, metadata: { order_id: 'card_1', tenant_id: 'biz_1' } },
  'ic_1',
  cardholder,
  '4242',
);

/** An event of Stripe, of which only what is said matters here. */
export const anEvent = (type: string, object: object): Stripe.Event =>
  ({
    id: 'evt_1',
    object: 'event',
    created: 1_795_187_045,
    type,
    data: { object },
  }) as Stripe.Event;

export const ids = { tenant_id: 'biz_1', card_id: 'card_1' };
export const subject = {
  ...ids,
  issuer: 'stripe',
  issuer_reference: 'iauth_1',
  created_at: '2026-11-20T15:03:20.000Z',
  amount: 700,
  currency: 'USD',
  merchant_currency: 'EUR',
  card_presence: 'not_present',
  merchant: { name: 'Books', category: '5942', country: 'GB', network_id: '4242' },
};

export const { created_at, currency, merchant } = subject;

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Card } from '../../functions/domain/cards/card.ts';
import { cardholderFrom } from '../../functions/domain/cards/cardholder.ts';
import { synced } from '../../functions/domain/cards/issuer-sync.ts';
import { unblocked } from '../../functions/domain/cards/life.ts';
import type { Destination, Shipping } from '../../functions/domain/cards/shipping.ts';
import type { CardOrder } from '../../functions/ports/card-issuer/card-issuer.ts';
import { anAddress, anIndividual } from './some-customers.ts';

/** The moment of most tests: a Friday. */
export const now = new Date('2026-11-20T15:04:05.123Z');
/** When the cards of tests were made. */
export const made = '2026-08-31T23:59:59.999Z';

/** A parcel that nobody has begun to make. */
export const aShipping = (over: Partial<Shipping> = {}): Shipping => ({
  recipient: 'Ada King',
  address: anAddress({ line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4LB', country: 'GB' }),
  method: 'standard',
  status: 'pending',
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  estimated_delivery: null,
  history: [{ status: 'pending', at: made }],
  ...over,
});

/** A stored virtual card, active and free to spend; what the test does not say is as plain as can be. */
export const aCard = (over: Partial<Card> = {}): Card => ({
  id: 'card_01jd5fq7k9e8xv3m2n4p6r8t0w',
  tenant_id: 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a',
  customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
  type: 'virtual',
  issuer: 'simulator',
  issuer_reference: 'card_01jd5fq7k9e8xv3m2n4p6r8t0w',
  brand: 'visa',
  bin: '400000',
  last4: '4242',
  exp_month: 8,
  exp_year: 2030,
  currency: 'USD',
  cardholder_name: 'Ada King',
  nickname: null,
  spending_controls: { limits: [], allowed_categories: [], blocked_categories: [], allowed_countries: [] },
  metadata: {},
  state: 'active',
  blocks: unblocked,
  status_reason: null,
  shipping: null,
  replacement_for: null,
  replaced_by: null,
  replacement_reason: null,
  supersedes: [],
  counted_with: 'card_01jd5fq7k9e8xv3m2n4p6r8t0w',
  issuer_sync: synced(1, new Date(made)),
  created_at: made,
  updated_at: made,
  version: 1,
  ...over,
});

/** A stored physical card whose parcel is on its way. */
export const aPhysicalCard = (over: Partial<Card> = {}): Card =>
  aCard({ type: 'physical', state: 'inactive', shipping: aShipping({ status: 'shipped' }), ...over });

/** Somebody of whom an issuer is told everything that it can ask for. */
const known = anIndividual({
  email: 'ada.king@example.com',
  phone: '+442079460018',
  date_of_birth: '1990-12-10',
  address: anAddress({ line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4LB', country: 'GB' }),
});

/** What an issuer is asked for just now: another virtual card each time, of a customer of its own. */
export const anOrder = (over: Partial<CardOrder> = {}): CardOrder => ({
  id: `card_${randomUUID()}`,
  tenant_id: 'biz_1',
  customer_id: `cus_${randomUUID()}`,
  type: 'virtual',
  currency: 'USD',
  cardholder_name: 'Ada King',
  ordered_at: new Date().toISOString(),
  cardholder: cardholderFrom(known),
  destination: null,
  limits: [{ amount: 500_000, interval: 'daily' }],
  replacement: null,
  ...over,
});

/** Where a physical card of an order goes. */
export const aDestination = (): Destination => {
  const { recipient, address, method } = aShipping();
  return { recipient: recipient ?? assert.fail(), address: address ?? assert.fail(), method };
};

import type { Card } from '../../functions/domain/cards/card.ts';
import type { CardState } from '../../functions/domain/cards/life.ts';
import type { ShippingStatus } from '../../functions/domain/cards/shipping-life.ts';
import type { FeatureId } from '../../functions/domain/features/catalogue.ts';
import { saveActivation } from '../../functions/store/features/activations.ts';
import type { Tenant } from './given.ts';
import { done, seen } from './given-verifications.ts';
import { aVerifiedCustomer } from './given-verified.ts';
import type { Any } from './printed-document.ts';
import { someActivations } from './some-activations.ts';

type By = Pick<Tenant, 'tenant_id' | 'call' | 'put' | 'set'>;

const cardFeatures = ['virtual_cards', 'physical_cards', 'foreign_currency_cards'] as const;

/**
 * A verified customer who may have cards of every type and currency, or who has these features alone; there is nothing left
 * to do for it.
 */
export const aCardholder = async (tenant: By, features: readonly FeatureId[] = cardFeatures): Promise<Any> => {
  const level = features.includes('higher_limits') ? 'enhanced' : 'standard';
  const customer = await aVerifiedCustomer(tenant, {}, level);
  const { tenant_id } = tenant;
  const activations = someActivations({ ...customer, tenant_id }, features, new Date());
  await tenant.put(activations.map((activation) => saveActivation(activation)));
  return customer;
};

const cardholders = new WeakMap<Tenant['call'], Promise<Any>>();

/** The one cardholder of a business whose cards are all that a test changes; made when it is first asked for. */
export const theCardholder = (tenant: By): Promise<Any> => {
  const known = cardholders.get(tenant.call) ?? aCardholder(tenant);
  cardholders.set(tenant.call, known);
  return known;
};

/** What a test says of a card; all that is not listed goes into the body that creates it. */
export type CardWanted = {
  readonly type?: Card['type'];
  /** A virtual card is active unless said otherwise, a physical one inactive. */
  readonly state?: CardState;
  /** Where the parcel of a physical card is; on its way unless said otherwise. */
  readonly parcel?: ShippingStatus;
  readonly customer_id?: string;
  readonly [field: string]: unknown;
};

/** A body that orders a card for a customer. */
export const cardBody = (customer_id: string, fields: object = {}) => ({
  type: 'virtual' as const,
  customer_id,
  currency: 'USD',
  ...fields,
});

/** A card as GET shows it, of the business's one cardholder unless a customer is named. */
export const aCard = async (tenant: By, { state, parcel, customer_id, ...fields }: CardWanted = {}): Promise<Any> => {
  const customerId = customer_id ?? (await theCardholder(tenant)).id;
  const card = await done(tenant, '/cards', cardBody(customerId, fields));
  const inactive = card.type === 'physical';
  if (inactive) await sendParcel(tenant, card.id, parcel ?? 'shipped');
  if (inactive && (state === 'active' || state === 'frozen'))
    await done(tenant, `/cards/${card.id}/activate`, { last4: card.last4 });
  if (state === 'frozen') await done(tenant, `/cards/${card.id}/freeze`);
  if (state === 'closed') await done(tenant, `/cards/${card.id}/close`, { reason: 'other' });
  return seen(tenant, `/cards/${card.id}`);
};

const ways: Partial<Record<ShippingStatus, readonly ShippingStatus[]>> = {
  submitted: ['submitted'],
  shipped: ['submitted', 'shipped'],
  delivered: ['submitted', 'shipped', 'delivered'],
  returned: ['submitted', 'shipped', 'returned'],
  failed: ['submitted', 'failed'],
};

/** Moves the parcel of a physical card from where it begins to where it can get. */
export const sendParcel = async (tenant: By, id: string, status: ShippingStatus): Promise<void> => {
  for (const next of ways[status] ?? []) await done(tenant, `/simulations/cards/${id}/shipping`, { status: next });
};

import { ApiError } from '../../domain/api-error.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Activation } from '../../domain/features/activation.ts';
import { type FeatureId, featureIds } from '../../domain/features/catalogue.ts';
import type { Holder } from '../../domain/features/entitlement.ts';
import type { Fact } from '../change.ts';
import { customerOf } from '../customers/customers.ts';
import type { Database, Item } from '../database.ts';
import { type ItemKey, keys } from '../table.ts';

/** The customer with its features, read consistently in one round trip, or the refusal. */
export const readHolder = async (db: Database, tenant: string, customerId: string): Promise<Holder> =>
  (await readHolderWith(db, tenant, customerId, [])).holder;

/** The customer with its features, and in the same round trip what lies under these keys, in their order. */
export const readHolderWith = async (
  db: Database,
  tenant: string,
  customerId: string,
  more: readonly ItemKey[],
): Promise<{ readonly holder: Holder; readonly more: readonly (Item | undefined)[] }> => {
  const wanted = featureIds.map((feature) => keys.activation(tenant, customerId, feature));
  const all = [keys.customer(tenant, customerId), keys.openVerification(tenant, customerId), ...wanted, ...more];
  const read = await db.batch(all);
  const [customer, marker, ...others] = isTorn(read) ? await db.batch(all) : read;
  if (!customer) throw new ApiError('customer_not_found');
  const activations = others.slice(0, wanted.length).filter((item) => item !== undefined);
  const holder = {
    customer: customerOf(customer),
    activations: activations.map(activationOf),
    openVerificationId: marker && String(marker.verification_id),
  };
  return { holder, more: others.slice(wanted.length) };
};

/**
 * Whether a verification was decided while a batch was read, item by item: its customer as before, its mark as after. Whoever
 * was told so would be asked to begin another one.
 */
const isTorn = ([customer, marker]: readonly (Item | undefined)[]): boolean =>
  customer !== undefined && marker === undefined && customerOf(customer).verification.status === 'pending';

/** The fact that a customer has a feature. */
export const featureActive = ({ tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>, feature: FeatureId): Fact => ({
  key: keys.activation(tenant_id, id, feature),
  attribute: 'status',
  is: 'active',
});

const activationOf = (item: Item): Activation => {
  const { pk, sk, ...activation } = item;
  return activation as Activation;
};

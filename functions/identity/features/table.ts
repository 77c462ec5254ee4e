import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { type ItemKey, resourceKey } from '../../core/dynamodb/keys.ts';
import {
  absent,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { asRead, type ConditionCheck, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { acceptanceKey, acceptanceOf } from '../agreements/table.ts';
import { featureIds } from '../catalogues/catalogue.ts';
import type { FeatureId } from '../catalogues/model.ts';
import type { Customer } from '../customers/model.ts';
import { customerKeys, customerOf } from '../customers/table.ts';
import {
  type Activation,
  type ActivationTransition,
  agreedDocuments,
  agreementsRequired,
  asOf,
  featureOf,
} from './model.ts';
import type { CustomerSnapshot } from './qualification.ts';

/** The key of a feature of a customer. */
export const activationKey = (tenant: string, customerId: string, feature: FeatureId) =>
  resourceKey(`${tenant}/${customerId}/activation`, feature);

/** Which customer, and at which moment. */
export type CustomerAt = {
  readonly tenant: string;
  readonly customerId: string;
  readonly now: Date;
};

/**
 * The write that puts an activation: the first under its key, a changed one only over the version
 * that was read.
 */
export const saveActivation = (activation: Activation, read?: Activation): Write => ({
  kind: 'put',
  key: activationKey(activation.tenant_id, activation.customer_id, activation.feature),
  item: activation,
  when: read ? asRead(read.version) : isNew,
});

/** How an activation is stored. */
const activationForm = storedForm<Activation>({
  ...resourceKeys,
  customer_id: required,
  feature: required,
  status: required,
  status_reason: absent(null),
  activated_at: absent(null),
});

export const readStoredActivation = reading('resources', 'activation', activationForm);

/** An activation as stored, as it counts at a moment. */
export const activationOf = (item: Item, now: Date): Activation => {
  const activation = readStoredActivation(item);
  return asOf(activation, featureOf(activation.feature), now);
};

/**
 * The conditions of a change that looked at every feature of its customer and wrote some: the others are as they were read, or
 * still not there. So no feature is switched on beside a change that would have suspended it.
 */
export const othersUnchanged = (
  { customer, activations }: CustomerSnapshot,
  changed: readonly ActivationTransition[],
): ConditionCheck[] =>
  featureIds
    .filter((feature) => !changed.some(({ before }) => before.feature === feature))
    .map((feature) => conditionOf(customer, feature, activations));

const conditionOf = (
  { tenant_id, id }: Customer,
  feature: FeatureId,
  activations: readonly Activation[],
): ConditionCheck => {
  const key = activationKey(tenant_id, id, feature);
  const found = activations.find((activation) => activation.feature === feature);
  return found ? { key, attribute: 'version', is: found.version } : { key, absent: true };
};

/** The customer with its features as of a moment, read consistently in one round trip; or `customer_not_found`. */
export const readCustomerSnapshot = async (
  db: Database,
  tenant: string,
  customerId: string,
  now: Date,
): Promise<CustomerSnapshot> =>
  (await readCustomerSnapshotWith(db, { tenant, customerId, now }, [])).snapshot;

/** The customer with its features, and in the same round trip the items of these keys, in their order. */
export const readCustomerSnapshotWith = async (
  db: Database,
  { tenant, customerId, now }: CustomerAt,
  more: readonly ItemKey[],
): Promise<{
  readonly snapshot: CustomerSnapshot;
  readonly more: readonly (Item | undefined)[];
}> => {
  const wanted = [
    ...featureIds.map((feature) => activationKey(tenant, customerId, feature)),
    ...agreedDocuments.map((document) => acceptanceKey(tenant, customerId, document)),
  ];
  const all = [
    customerKeys.customer(tenant, customerId),
    customerKeys.openVerification(tenant, customerId),
    ...wanted,
    ...more,
  ];
  const read = await db.batch(all);
  const [customer, marker, ...others] = isTorn(read) ? await db.batch(all) : read;
  if (!customer) throw new ApiError('customer_not_found');
  const found = others.slice(0, wanted.length);
  const activations = found.slice(0, featureIds.length).filter((item) => item !== undefined);
  const acceptances = found.slice(featureIds.length).filter((item) => item !== undefined);
  const snapshot = {
    customer: customerOf(customer),
    activations: activations.map((item) => activationOf(item, now)),
    agreements: {
      required: agreementsRequired(process.env),
      accepted: acceptances.map(acceptanceOf),
    },
    openVerificationId: marker && String(marker.verification_id),
  };
  return { snapshot, more: others.slice(wanted.length) };
};

/**
 * Whether a verification was decided while a batch was read, item by item: its customer as before, its mark as after. From
 * that, a caller would be asked to create another one.
 */
const isTorn = ([customer, marker]: readonly (Item | undefined)[]): boolean =>
  customer !== undefined &&
  marker === undefined &&
  customerOf(customer).verification.status === 'pending';

/** The condition that a customer has a feature. */
export const featureActive = (
  { tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>,
  feature: FeatureId,
): ConditionCheck => ({
  key: activationKey(tenant_id, id, feature),
  attribute: 'status',
  is: 'active',
});

import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import { customerOf } from '../customers/table.ts';
import type { Database, Item } from '../dynamodb/client.ts';
import { type ItemKey, keys } from '../dynamodb/keys.ts';
import { asRead, type ConditionCheck, isNew, type Write } from '../dynamodb/writes.ts';
import { documentReferencesOf, findOpen } from '../verifications/table.ts';
import { type FeatureId, featureIds } from './catalogue.ts';
import {
  type CustomerSnapshot,
  type Entitlement,
  entitlementOf,
  needsIdentity,
  noIdentity,
  type Standing,
} from './eligibility.ts';
import type { Activation, ActivationTransition } from './model.ts';

/** What a customer has under way to prove its identity. One more round trip, and only where it decides what to offer. */
export const readStanding = async (db: Database, snapshot: CustomerSnapshot): Promise<Standing> => {
  const { tenant_id: tenant, id } = snapshot.customer;
  const [verification, documentReferences] = await Promise.all([
    findOpen(db, snapshot),
    documentReferencesOf(db, tenant, id),
  ]);
  const isNamed = (paper: { readonly id: string }) => verification?.document_ids.includes(paper.id) ?? false;
  return {
    verification,
    documentReferences: {
      named: documentReferences.filter(isNamed),
      others: documentReferences.filter((paper) => !isNamed(paper)),
    },
  };
};

/** Where a customer stands with some features: one round trip, and one more while its identity is not proven. */
export const readEntitlement = async (
  db: Database,
  { tenant, customerId, now }: { readonly tenant: string; readonly customerId: string; readonly now: Date },
  asked: readonly FeatureId[],
): Promise<Entitlement> => {
  const snapshot = await readCustomerSnapshot(db, tenant, customerId);
  const standing = needsIdentity(asked, snapshot.customer, now) ? await readStanding(db, snapshot) : noIdentity;
  return entitlementOf(snapshot, standing, now);
};

/** What puts an activation: the first under its key, a changed one only over the version that was read. */
export const saveActivation = (activation: Activation, read?: Activation): Write => ({
  kind: 'put',
  key: keyOf(activation),
  item: { ...activation },
  when: read ? asRead(read.version) : isNew,
});

/**
 * The facts of a change that looked at every feature of its customer and wrote some: the others are as they were read, or
 * still not there. So no feature is switched on beside a change that would have suspended it.
 */
export const othersUnchanged = (
  { customer, activations }: CustomerSnapshot,
  settled: readonly ActivationTransition[],
): ConditionCheck[] =>
  featureIds
    .filter((feature) => !settled.some(({ before }) => before.feature === feature))
    .map((feature) => factOf(customer, feature, activations));

const factOf = (
  { tenant_id, id }: Customer,
  feature: FeatureId,
  activations: readonly Activation[],
): ConditionCheck => {
  const key = keys.activation(tenant_id, id, feature);
  const found = activations.find((activation) => activation.feature === feature);
  return found ? { key, attribute: 'version', is: found.version } : { key, absent: true };
};

const keyOf = ({ tenant_id, customer_id, feature }: Activation) => keys.activation(tenant_id, customer_id, feature);

/** The customer with its features, read consistently in one round trip, or the refusal. */
export const readCustomerSnapshot = async (
  db: Database,
  tenant: string,
  customerId: string,
): Promise<CustomerSnapshot> => (await readCustomerSnapshotWith(db, tenant, customerId, [])).snapshot;

/** The customer with its features, and in the same round trip what lies under these keys, in their order. */
export const readCustomerSnapshotWith = async (
  db: Database,
  tenant: string,
  customerId: string,
  more: readonly ItemKey[],
): Promise<{ readonly snapshot: CustomerSnapshot; readonly more: readonly (Item | undefined)[] }> => {
  const wanted = featureIds.map((feature) => keys.activation(tenant, customerId, feature));
  const all = [keys.customer(tenant, customerId), keys.openVerification(tenant, customerId), ...wanted, ...more];
  const read = await db.batch(all);
  const [customer, marker, ...others] = isTorn(read) ? await db.batch(all) : read;
  if (!customer) throw new ApiError('customer_not_found');
  const activations = others.slice(0, wanted.length).filter((item) => item !== undefined);
  const snapshot = {
    customer: customerOf(customer),
    activations: activations.map(activationOf),
    openVerificationId: marker && String(marker.verification_id),
  };
  return { snapshot, more: others.slice(wanted.length) };
};

/**
 * Whether a verification was decided while a batch was read, item by item: its customer as before, its mark as after. Whoever
 * was told so would be asked to begin another one.
 */
const isTorn = ([customer, marker]: readonly (Item | undefined)[]): boolean =>
  customer !== undefined && marker === undefined && customerOf(customer).verification.status === 'pending';

/** The fact that a customer has a feature. */
export const featureActive = (
  { tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>,
  feature: FeatureId,
): ConditionCheck => ({
  key: keys.activation(tenant_id, id, feature),
  attribute: 'status',
  is: 'active',
});

const activationOf = (item: Item): Activation => {
  const { pk, sk, ...activation } = item;
  return activation as Activation;
};

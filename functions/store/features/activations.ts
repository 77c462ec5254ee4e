import type { Customer } from '../../domain/customers/customer.ts';
import { Failure } from '../../domain/failure.ts';
import type { Activation, ActivationMove } from '../../domain/features/activation.ts';
import { type FeatureId, featureIds } from '../../domain/features/catalogue.ts';
import { noStanding, type Standing } from '../../domain/features/eligibility.ts';
import { type Entitlement, entitlementOf, type Holder, needsStanding } from '../../domain/features/entitlement.ts';
import { asRead, type Fact, isNew, type Write } from '../change.ts';
import { customerOf } from '../customers/customers.ts';
import type { Database, Item } from '../database.ts';
import { type ItemKey, keys } from '../table.ts';
import { findOpen, papersOf } from '../verifications/verifications.ts';

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
  const [customer, marker, ...others] = await db.batch([
    keys.customer(tenant, customerId),
    keys.openVerification(tenant, customerId),
    ...wanted,
    ...more,
  ]);
  if (!customer) throw new Failure('customer_not_found');
  const activations = others.slice(0, wanted.length).filter((item) => item !== undefined);
  const holder = {
    customer: customerOf(customer),
    activations: activations.map(activationOf),
    openVerificationId: marker && String(marker.verification_id),
  };
  return { holder, more: others.slice(wanted.length) };
};

/** What a customer has under way to prove its identity. One more round trip, and only where it decides what to offer. */
export const readStanding = async (db: Database, holder: Holder): Promise<Standing> => {
  const { tenant_id: tenant, id } = holder.customer;
  const [verification, papers] = await Promise.all([findOpen(db, holder), papersOf(db, tenant, id)]);
  const isNamed = (paper: { readonly id: string }) => verification?.document_ids.includes(paper.id) ?? false;
  return {
    verification,
    papers: { named: papers.filter(isNamed), others: papers.filter((paper) => !isNamed(paper)) },
  };
};

/** Where a customer stands with some features: one round trip, and one more while its identity is not proven. */
export const readEntitlement = async (
  db: Database,
  { tenant, customerId, now }: { readonly tenant: string; readonly customerId: string; readonly now: Date },
  asked: readonly FeatureId[],
): Promise<Entitlement> => {
  const holder = await readHolder(db, tenant, customerId);
  const standing = needsStanding(asked, holder.customer, now) ? await readStanding(db, holder) : noStanding;
  return entitlementOf(holder, standing, now);
};

/** What puts an activation: the first under its key, a changed one only over the version that was read. */
export const saveActivation = (activation: Activation, read?: Activation): Write => ({
  kind: 'put',
  key: keyOf(activation),
  item: { ...activation },
  when: read ? asRead(read.version) : isNew,
});

/** The fact that a customer has a feature. */
export const featureActive = ({ tenant_id, id }: Pick<Customer, 'tenant_id' | 'id'>, feature: FeatureId): Fact => ({
  key: keys.activation(tenant_id, id, feature),
  attribute: 'status',
  is: 'active',
});

/**
 * The facts of a change that looked at every feature of its customer and wrote some: the others are as they were read, or
 * still not there. So no feature is switched on beside a change that would have suspended it.
 */
export const othersUnchanged = ({ customer, activations }: Holder, settled: readonly ActivationMove[]): Fact[] =>
  featureIds
    .filter((feature) => !settled.some(({ before }) => before.feature === feature))
    .map((feature) => factOf(customer, feature, activations));

const factOf = ({ tenant_id, id }: Customer, feature: FeatureId, activations: readonly Activation[]): Fact => {
  const key = keys.activation(tenant_id, id, feature);
  const found = activations.find((activation) => activation.feature === feature);
  return found ? { key, attribute: 'version', is: found.version } : { key, absent: true };
};

const keyOf = ({ tenant_id, customer_id, feature }: Activation) => keys.activation(tenant_id, customer_id, feature);

const activationOf = (item: Item): Activation => {
  const { pk, sk, ...activation } = item;
  return activation as Activation;
};

import type { Customer } from '../../domain/customers/customer.ts';
import type { Activation, ActivationMove } from '../../domain/features/activation.ts';
import { type FeatureId, featureIds } from '../../domain/features/catalogue.ts';
import { noStanding, type Standing } from '../../domain/features/eligibility.ts';
import { type Entitlement, entitlementOf, type Holder, needsStanding } from '../../domain/features/entitlement.ts';
import { asRead, type Fact, isNew, type Write } from '../change.ts';
import type { Database } from '../database.ts';
import { keys } from '../table.ts';
import { findOpen, papersOf } from '../verifications/verifications.ts';
import { readHolder } from './holders.ts';

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

import type { Customer } from '../../domain/customers/customer.ts';
import type { Activation } from '../../domain/features/activation.ts';
import { type FeatureId, features } from '../../domain/features/catalogue.ts';
import {
  type Eligibility,
  eligibilityOf,
  noStanding,
  restsOnStanding,
  type Standing,
} from '../../domain/features/eligibility.ts';
import { type SettledFeature, settleFeatures } from '../../domain/features/settle.ts';
import type { Outcome, VerificationCase } from '../../domain/verifications/outcome.ts';
import { requestAlignment } from '../cards/alignment.ts';
import type { Fact, Write } from '../change.ts';
import type { Database } from '../database.ts';
import { saveOutcome } from '../verifications/verifications.ts';
import { type Holder, othersUnchanged, readHolder, readStanding, saveSettled } from './activations.ts';

/** Where a customer stands with its features. */
export type Entitlement = Holder & {
  /** What is stored of a feature; undefined where it was never activated. */
  readonly activationOf: (feature: FeatureId) => Activation | undefined;
  readonly eligibilityFor: (feature: FeatureId) => Eligibility;
};

/** Where a customer stands with some features: one round trip, and one more while its identity is not proven. */
export const readEntitlement = async (
  db: Database,
  { tenant, customerId, now }: { readonly tenant: string; readonly customerId: string; readonly now: Date },
  asked: readonly FeatureId[],
): Promise<Entitlement> => {
  const holder = await readHolder(db, tenant, customerId);
  const matters = asked.some((feature) => restsOnStanding(features[feature], holder.customer, now));
  return entitlementOf(holder, matters ? await readStanding(db, holder) : noStanding, now);
};

/** Where a customer stands, from what was read. */
export const entitlementOf = (holder: Holder, standing: Standing, now: Date): Entitlement => ({
  ...holder,
  activationOf: (feature) => holder.activations.find((activation) => activation.feature === feature),
  eligibilityFor: (feature) => eligibilityOf(features[feature], holder.customer, standing, now),
});

/** What a change of a customer does to its features, and what it rests on. */
export type Consequences = {
  readonly settled: readonly (SettledFeature & { readonly eligibility: Eligibility })[];
  readonly writes: readonly Write[];
  readonly facts: readonly Fact[];
};

/** A change that no feature rests on. */
export const noConsequences: Consequences = { settled: [], writes: [], facts: [] };

/**
 * What the change of a customer from what was read to `customer` does to its features, for the same transaction, and the job
 * that brings its cards along.
 */
export const consequencesOf = async (
  db: Database,
  holder: Holder,
  customer: Customer,
  now: Date,
): Promise<Consequences> => {
  const settled = settleFeatures(holder.activations, customer, now);
  const changed = { ...holder, customer };
  const matters = settled.some(({ read }) => restsOnStanding(features[read.feature], customer, now));
  const touchesCards = settled.length > 0 || customer.status !== holder.customer.status;
  const { eligibilityFor } = entitlementOf(changed, matters ? await readStanding(db, changed) : noStanding, now);
  return {
    settled: settled.map((one) => ({ ...one, eligibility: eligibilityFor(one.read.feature) })),
    writes: [...saveSettled(settled), ...(touchesCards ? [requestAlignment(customer, now)] : [])],
    facts: othersUnchanged(holder, settled),
  };
};

/** What a decision over a verification changes: itself, its customer, and the features that rest on the identity. */
export const saveDecision = async (
  db: Database,
  decided: Outcome,
  read: VerificationCase,
  now: Date,
): Promise<Consequences> => {
  const { tenant_id, id } = read.customer;
  // Features rest on what is proven, so what was and is not leaves them as they are.
  const matters = [read, decided].some(({ customer }) => customer.verification.status === 'verified');
  const { settled, writes, facts } =
    matters && decided.customer !== read.customer
      ? await consequencesOf(db, await readHolder(db, tenant_id, id), decided.customer, now)
      : noConsequences;
  const saved = saveOutcome(decided, read);
  return { settled, writes: [...saved.writes, ...writes], facts: [...saved.facts, ...facts] };
};

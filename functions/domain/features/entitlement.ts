import type { Customer } from '../customers/customer.ts';
import type { Activation } from './activation.ts';
import { type FeatureId, features } from './catalogue.ts';
import { type Eligibility, eligibilityOf, restsOnStanding, type Standing } from './eligibility.ts';

/** A customer with what is stored of its features; a feature that was never activated is not there. */
export type Holder = {
  readonly customer: Customer;
  readonly activations: readonly Activation[];
  /** The customer's open verification. */
  readonly openVerificationId: string | undefined;
};

/** Where a customer stands with its features. */
export type Entitlement = Holder & {
  /** What is stored of a feature; undefined where it was never activated. */
  readonly activationOf: (feature: FeatureId) => Activation | undefined;
  readonly eligibilityFor: (feature: FeatureId) => Eligibility;
};

/** Where a customer stands, from what was read. */
export const entitlementOf = (holder: Holder, standing: Standing, now: Date): Entitlement => ({
  ...holder,
  activationOf: (feature) => holder.activations.find((activation) => activation.feature === feature),
  eligibilityFor: (feature) => eligibilityOf(features[feature], holder.customer, standing, now),
});

/** Whether what a customer may have of some features rests on what it has under way to prove its identity. */
export const needsStanding = (asked: readonly FeatureId[], customer: Customer, now: Date): boolean =>
  asked.some((feature) => restsOnStanding(features[feature], customer, now));

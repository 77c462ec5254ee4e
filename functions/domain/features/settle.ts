import type { Customer } from '../customers/customer.ts';
import { type Activation, settleActivation } from './activation.ts';
import type { FeatureEventType } from './activation-life.ts';
import { features } from './catalogue.ts';

/** An activation that a change of its customer changed, as it was read and as it is now, and the event that tells of it. */
export type SettledFeature = {
  readonly read: Activation;
  readonly activation: Activation;
  readonly event: FeatureEventType;
};

/** What a change of a customer does to its features; `customer` is as it is after the change. */
export const settleFeatures = (activations: readonly Activation[], customer: Customer, now: Date): SettledFeature[] =>
  activations.flatMap((read) => {
    const settled = settleActivation(read, features[read.feature], customer, now);
    return settled ? [{ read, ...settled }] : [];
  });

import type { Customer } from '../customers/customer.ts';
import { type Activation, type ActivationMove, settleActivation } from './activation.ts';
import { features } from './catalogue.ts';

/** What a change of a customer does to its features; `customer` is as it is after the change. */
export const settleFeatures = (activations: readonly Activation[], customer: Customer, now: Date): ActivationMove[] =>
  activations.flatMap((read) => settleActivation(read, features[read.feature], customer, now) ?? []);

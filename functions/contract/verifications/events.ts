import type { Customer } from '../../domain/customers/customer.ts';
import { changedFrom } from '../../domain/same.ts';
import type { Outcome, VerificationCase } from '../../domain/verifications/outcome.ts';
import { showCustomer } from '../customers/customer.ts';
import { type EntitledFeature, tellFeature } from '../features/feature.ts';
import { showVerification } from './verification.ts';

/** What the world is told of an outcome: the verification's fact, and the customer's where its summary changed. */
export const tellOutcome = ({ verification, event, customer, requirements }: Outcome, read: VerificationCase) => [
  { type: event, shown: showVerification(verification, requirements), customer_id: customer.id },
  ...tellSummary(customer, read.customer),
];

/** What the world is told of a decision: its outcome, and what it did to the customer's features. */
export const tellDecision = (decided: Outcome, read: VerificationCase, settled: readonly EntitledFeature[]) => [
  ...tellOutcome(decided, read),
  ...settled.map((one) => tellFeature(one, decided.customer)),
];

const tellSummary = (customer: Customer, read: Customer) => {
  if (customer === read) return [];
  const shown = showCustomer(customer);
  const previous = changedFrom(showCustomer(read), shown);
  return [{ type: 'customer.updated' as const, shown, customer_id: customer.id, previous }];
};

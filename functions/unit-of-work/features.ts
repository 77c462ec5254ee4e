import { CustomerFeature, showCustomerFeature } from '../contract/features/feature.ts';
import type { Customer } from '../domain/customers/customer.ts';
import type { Activation } from '../domain/features/activation.ts';
import type { FeatureEventType } from '../domain/features/activation-life.ts';
import type { Eligibility } from '../domain/features/eligibility.ts';
import type { Transition } from '../domain/transition.ts';
import { saveActivation } from '../store/features/activations.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration = (
  customer: Customer,
  eligibility: Eligibility,
): Registration<Activation, typeof CustomerFeature> => ({
  object: 'customer_feature',
  schema: CustomerFeature,
  show: (item) => showCustomerFeature(item, customer, eligibility),
  save: saveActivation,
  customerOf: ({ customer_id }) => customer_id,
});

/** What a transition of a customer's feature comes to, for the customer as it then is and what it may have. */
export const customerFeature = (
  transition: Transition<Activation, FeatureEventType>,
  customer: Customer,
  eligibility: Eligibility,
) => changed(registration(customer, eligibility), transition);

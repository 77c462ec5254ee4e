import type { Customer } from '../customers/model.ts';
import type { Transition } from '../transition.ts';
import { changed, type Registration } from '../unit-of-work.ts';
import type { Eligibility } from './eligibility.ts';
import type { Activation, FeatureEventType } from './model.ts';
import { CustomerFeature, toCustomerFeatureResource } from './schema.ts';
import { saveActivation } from './table.ts';

const registration = (
  customer: Customer,
  eligibility: Eligibility,
): Registration<Activation, typeof CustomerFeature> => ({
  object: 'customer_feature',
  schema: CustomerFeature,
  toResource: (item) => toCustomerFeatureResource(item, customer, eligibility),
  save: saveActivation,
  customerOf: ({ customer_id }) => customer_id,
});

/** What a transition of a customer's feature comes to, for the customer as it then is and what it may have. */
export const customerFeature = (
  transition: Transition<Activation, FeatureEventType>,
  customer: Customer,
  eligibility: Eligibility,
) => changed(registration(customer, eligibility), transition);

import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import type { Customer } from '../customers/model.ts';
import { type Eligibility, toCustomerFeatureResource } from './eligibility.ts';
import type { Activation } from './model.ts';
import { CustomerFeature } from './schema.ts';
import type { FeatureEventType } from './states.ts';
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

/**
 * The change by a transition of a feature, for the customer as it then is and the features it may
 * have.
 */
export const customerFeature = (
  transition: Transition<Activation, FeatureEventType>,
  customer: Customer,
  eligibility: Eligibility,
) => changed(registration(customer, eligibility), transition);

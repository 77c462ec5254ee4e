import { CustomerFeature, showCustomerFeature } from '../contract/features/feature.ts';
import type { Customer } from '../domain/customers/customer.ts';
import type { Activation } from '../domain/features/activation.ts';
import type { FeatureEventType } from '../domain/features/activation-life.ts';
import type { Eligibility } from '../domain/features/eligibility.ts';
import type { Transition } from '../domain/transition.ts';
import { saveActivation } from '../store/features/activations.ts';
import { type Changed, changed } from './unit-of-work.ts';

/** What a transition of a customer's feature comes to, for the customer as it then is and what it may have. */
export const customerFeature = (
  transition: Transition<Activation, FeatureEventType>,
  customer: Customer,
  eligibility: Eligibility,
): Changed<CustomerFeature> =>
  changed(
    {
      schema: CustomerFeature,
      show: (activation) => showCustomerFeature(activation, customer, eligibility),
      save: saveActivation,
      subject: ({ tenant_id, customer_id, id, version }) => ({
        tenant_id,
        customer_id,
        resource: { id, object: 'customer_feature' },
        sequence: version,
      }),
    },
    transition,
  );

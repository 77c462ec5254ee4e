import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import type { Customer } from './model.ts';
import { toCustomerResource } from './model.ts';
import { CustomerResource } from './schema.ts';
import type { CustomerEventType } from './states.ts';
import { saveCustomer } from './table.ts';

const registration: Registration<Customer, typeof CustomerResource> = {
  object: 'customer',
  schema: CustomerResource,
  toResource: toCustomerResource,
  save: saveCustomer,
  customerOf: ({ id }) => id,
};

type Transitions = readonly [
  Transition<Customer, CustomerEventType>,
  ...Transition<Customer, CustomerEventType>[],
];

/** The changes by one or several transitions of a customer that follow on each other. */
export const customer = (...transitions: Transitions) => changed(registration, ...transitions);

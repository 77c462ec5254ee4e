import { ShownCustomer, showCustomer } from '../contract/customers/customer.ts';
import type { Customer } from '../domain/customers/customer.ts';
import type { CustomerEventType } from '../domain/customers/life.ts';
import type { Transition } from '../domain/transition.ts';
import { saveCustomer } from '../store/customers/customers.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration: Registration<Customer, typeof ShownCustomer> = {
  object: 'customer',
  schema: ShownCustomer,
  show: showCustomer,
  save: saveCustomer,
  customerOf: ({ id }) => id,
};

type Transitions = readonly [Transition<Customer, CustomerEventType>, ...Transition<Customer, CustomerEventType>[]];

/** What the transitions of a customer, one or several that follow on each other, come to. */
export const customer = (...transitions: Transitions) => changed(registration, ...transitions);

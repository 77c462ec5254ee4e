import { ShownCustomer, showCustomer } from '../contract/customers/customer.ts';
import type { CustomerEventType } from '../domain/customers/life.ts';
import type { Transition } from '../domain/transition.ts';
import { saveCustomer } from '../store/customers/customers.ts';
import { changed, type Registration } from './unit-of-work.ts';

type Stored = Parameters<typeof showCustomer>[0];
type Customers = Transition<Stored, CustomerEventType>;

/** What the transitions of a customer, one or several that follow on each other, come to. */
export const customer = (...transitions: readonly [Customers, ...Customers[]]) => changed(noun, ...transitions);

const noun: Registration<Stored, typeof ShownCustomer> = {
  schema: ShownCustomer,
  show: showCustomer,
  save: saveCustomer,
  subject: ({ tenant_id, id, version }) => ({
    tenant_id,
    customer_id: id,
    resource: { id, object: 'customer' },
    sequence: version,
  }),
};

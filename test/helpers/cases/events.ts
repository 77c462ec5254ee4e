import { aDelivery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, type Case } from './case.ts';
import { aCreatedCustomer } from './customers.ts';

/** A list of the one event that a new customer makes, narrowed to what `filter` names. */
const listed = (name: string, filter: (id: string) => Readonly<Record<string, string>>): Case =>
  aCase(name, 200, ['Query', 'BatchGetItem'], async (tenant) => ({
    query: Object.entries(filter((await aCreatedCustomer(tenant)).id)),
  }));

const threeOfAll: Case = {
  ...listed('all', () => ({})),
  arrange: async (tenant) => {
    for (let made = 0; made < 3; made++) await aCreatedCustomer(tenant);
    return {};
  },
};

const aTimeline = async (tenant: Tenant) => ({ params: { customer_id: String((await aCreatedCustomer(tenant)).id) } });

/** Reading events. */
export const eventCases = {
  'events.list': [
    threeOfAll,
    listed('of a customer', (customer_id) => ({ customer_id })),
    listed('of a resource', (resource_id) => ({ resource_id })),
    listed('of a type', () => ({ type: 'customer.created' })),
  ],
  'events.get': [
    aCase('with one delivery', 200, ['GetItem', 'Query', 'BatchGetItem', 'BatchGetItem + Query'], async (tenant) => ({
      params: { event_id: String((await aDelivery(tenant)).event_id) },
    })),
    aCase('that is none', 404, ['GetItem'], () => ({ params: { event_id: 'evt_01h455vb4pex5vsknk084sn02q' } })),
  ],
  // They are more than a page, so there is a cursor.
  'event-types.list': [aCase('all', 200, ['GenerateMac'])],
  'customers.timeline': [
    aCase('of one event', 200, ['GetItem', 'Query', 'BatchGetItem'], aTimeline),
    aCase('of nobody', 404, ['GetItem'], () => ({ params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' } })),
  ],
} satisfies Record<string, readonly Case[]>;

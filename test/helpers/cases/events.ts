import { aDelivery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Case } from '../route-cases.ts';
import { aCreatedCustomer } from './customers.ts';

/** A list of the one event that a new customer makes, narrowed to what `filter` names. */
const listed = (name: string, filter: (id: string) => Readonly<Record<string, string>>): Case => ({
  name,
  arrange: async (tenant) => ({ query: Object.entries(filter((await aCreatedCustomer(tenant)).id)) }),
  status: 200,
  asks: ['Query', 'BatchGetItem'],
});

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
    {
      name: 'with one delivery',
      arrange: async (tenant) => ({ params: { event_id: String((await aDelivery(tenant)).event_id) } }),
      status: 200,
      asks: ['GetItem', 'Query', 'BatchGetItem', 'BatchGetItem + Query'],
    },
    {
      name: 'that is none',
      arrange: () => ({ params: { event_id: 'evt_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['GetItem'],
    },
  ],
  // They are more than a page, so there is a cursor.
  'event-types.list': [{ name: 'all', arrange: () => ({}), status: 200, asks: ['GenerateMac'] }],
  'customers.timeline': [
    { name: 'of one event', arrange: aTimeline, status: 200, asks: ['GetItem', 'Query', 'BatchGetItem'] },
    {
      name: 'of nobody',
      arrange: () => ({ params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;

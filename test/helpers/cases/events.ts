import { aDelivery } from '../fixtures/deliveries.ts';
import { aRecordedRequest } from '../fixtures/requests.ts';
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

const aTimeline = async (tenant: Tenant) => ({
  params: { customer_id: String((await aCreatedCustomer(tenant)).id) },
});

/** The requests of a business are in four partitions. */
const everyShard = 'Query + Query + Query + Query';

/** Reading events and requests. */
export const eventCases = {
  'events.list': [
    threeOfAll,
    {
      ...listed('of a customer', (customer_id) => ({ customer_id })),
      asks: ['Query + Query', 'BatchGetItem'],
    },
    listed('of a resource', (resource_id) => ({ resource_id })),
    listed('of a type', () => ({ type: 'customer.created' })),
  ],
  'events.get': [
    aCase(
      'with one delivery',
      200,
      ['GetItem', 'Query', 'BatchGetItem', 'BatchGetItem + Query'],
      async (tenant) => ({
        params: { event_id: String((await aDelivery(tenant)).event_id) },
      }),
    ),
    aCase('that is none', 404, ['GetItem'], () => ({
      params: { event_id: 'evt_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
  'requests.list': [
    aCase('all', 200, [everyShard, 'BatchGetItem'], async (tenant) => {
      for (let made = 0; made < 3; made++) await aRecordedRequest(tenant);
      return {};
    }),
    aCase('that failed', 200, [everyShard, 'BatchGetItem'], async (tenant) => {
      for (const status of [200, 409]) await aRecordedRequest(tenant, { status });
      return { query: [['status_class', '4xx']] };
    }),
  ],
  'requests.get': [
    aCase('that is recorded', 200, ['GetItem'], async (tenant) => ({
      params: { request_id: (await aRecordedRequest(tenant)).request_id },
    })),
    aCase('that is none', 404, ['GetItem'], () => ({
      params: { request_id: '7d0f3c5a-2b1e-4c8f-9a6d-0e4b7c1f2a3d' },
    })),
  ],
  // They are more than a page, so there is a cursor.
  'event-types.list': [aCase('all', 200, ['GenerateMac'])],
  'customers.timeline': [
    aCase('of one event', 200, ['GetItem', 'Query + Query', 'BatchGetItem'], aTimeline),
    aCase('of nobody', 404, ['GetItem'], () => ({
      params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
} satisfies Record<string, readonly Case[]>;

import { randomUUID } from 'node:crypto';
import type { Case } from '../route-cases.ts';
import { aCustomer } from './customers.ts';

/** What tells of the service itself. */
export const referenceCases = {
  'idempotency-keys.list': [
    {
      name: 'of a key that acted',
      arrange: async (business) => {
        const key = randomUUID();
        await aCustomer(business, {}, key);
        return { query: [['key', key]] };
      },
      status: 200,
      asks: ['Query'],
      units: 1,
    },
  ],
  'openapi.get': [{ name: 'without a key', arrange: () => ({}), status: 200, asks: [], units: 0 }],
} satisfies Record<string, readonly Case[]>;

import type { Case } from '../route-cases.ts';
import { aUsedKey } from './customers.ts';

/** What tells of the service itself. */
export const referenceCases = {
  'idempotency-keys.list': [
    {
      name: 'of a key that acted',
      arrange: async (tenant) => ({ query: [['key', (await aUsedKey(tenant))['idempotency-key']]] }),
      status: 200,
      asks: ['Query'],
    },
  ],
  'openapi.get': [{ name: 'without a key', arrange: () => ({}), status: 200, asks: [] }],
} satisfies Record<string, readonly Case[]>;

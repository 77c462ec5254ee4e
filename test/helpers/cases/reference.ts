import { aCase, type Case } from './case.ts';
import { aUsedKey } from './customers.ts';

/** What tells of the service itself. */
export const referenceCases = {
  'idempotency-keys.list': [
    aCase('of a key that acted', 200, ['Query'], async (tenant) => ({
      query: [['key', (await aUsedKey(tenant))['idempotency-key']]],
    })),
  ],
  'openapi.get': [aCase('without a key', 200, [])],
} satisfies Record<string, readonly Case[]>;

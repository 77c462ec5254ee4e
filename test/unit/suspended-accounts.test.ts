import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { routes } from '../../functions/contract/routes.ts';
import { anEvent, invoke } from '../helpers/api-event.ts';

before(() => {
  // What handlers read when they are loaded; none of them gets as far as to call anybody.
  Object.assign(process.env, { AWS_REGION: 'eu-west-1', IDENTITY_VERIFIER: 'review', CARD_ISSUER: 'simulator' });
});

for (const route of routes) {
  if ('public' in route) continue;
  test(`${route.id} is 403 for a suspended business, whatever it asks`, async () => {
    const { handler } = await import(`../../functions/api/${route.id.replace('.', '/')}.ts`);
    for (const headers of [[], [['x-tenant-id', 'another']]] as const) {
      const { status, json } = await invoke(
        handler,
        anEvent(route, { headers, params: {}, authorizer: { account_status: 'suspended' } }),
      );
      assert.deepEqual([status, json.code], [403, 'account_suspended']);
    }
  });
}

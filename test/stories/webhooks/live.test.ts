import assert from 'node:assert/strict';
import { callerOf } from '../../helpers/call.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { aBusiness } from '../../helpers/service.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();

test('live takes public https addresses only, the sandbox of a laptop also its own', async () => {
  const business = await aBusiness(local, 'live');
  const live = callerOf(business.baseUrl, business.secret_key);
  const sandbox = (await aTenant(local)).call;
  const post = (call: typeof live, target: string) =>
    call({ method: 'POST', path: '/webhooks', body: { url: target } });
  const [own, inside] = ['http://127.0.0.1:8080/', 'https://10.0.0.1/'];
  for (const [call, target] of [
    [sandbox, inside],
    [live, inside],
    [live, own],
  ] as const) {
    const { status, body } = await post(call, target);
    assert.deepEqual([status, body.errors?.[0]?.pointer], [400, '/url'], target);
  }
  assert.equal((await post(sandbox, own)).status, 201);
  const taken = await post(live, 'https://example.com:8443/hook');
  assert.equal(taken.status, 201);
  const path = `/webhooks/${taken.body.id}`;
  assert.equal(
    (await live({ method: 'PATCH', path, body: { url: 'https://127.0.0.1/' } })).status,
    400,
  );
});

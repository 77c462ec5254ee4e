import assert from 'node:assert/strict';
import { routes } from '../../../functions/app/routes.ts';
import type { Route } from '../../../functions/core/route.ts';
import { attestVerification } from '../../../functions/identity/verifications/routes.ts';
import { listAccounts } from '../../../functions/tenants/accounts/routes.ts';
import type { Local } from '../../../local/start.ts';
import { validCall } from '../../helpers/examples.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { wellFormed } from '../../helpers/in-process.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { describe, test } from '../../helpers/tests.ts';
import { throttledService } from '../../helpers/throttled.ts';

const local = await sharedWithoutRelay();
const tenant = await aTenant(local);
const throttled = await throttledService({ stage: 1, method: 1 });

test('a body that not even the gateway takes is rejected alike', async () => {
  const call = { method: 'POST', path: '/customers', text: ' '.repeat(11 * 1024 * 1024) };
  const { status, body } = await tenant.call(call);
  assert.deepEqual([status, body.code], [413, 'body_too_large']);
});

test('what the gateway cannot read is rejected with an item for each part that may be at fault', async () => {
  const unreadable = [
    { path: '/customers?email=%zz' },
    { path: `/customers?email=${'a'.repeat(10_300)}` },
    { path: '/customers', headers: { 'x-long': 'a'.repeat(10_300) } },
  ];
  for (const call of unreadable) {
    const { status, body } = await tenant.call({ method: 'GET', ...call });
    assert.deepEqual([status, body.code], [400, 'validation_failed']);
    const items = body.errors.map(
      ({ parameter, code }: { parameter: string; code: string }) => `${parameter} ${code}`,
    );
    assert.deepEqual(items, ['query invalid_format', 'header too_long']);
  }
});

describe('a stage that lets nothing more through', () => {
  test('every route says when it is asked too often', async () => {
    // API Gateway asks who calls before it counts.
    const { call } = await aTenant(throttled);
    const open = routes.filter((route) => 'public' in route);
    for (const route of [listAccounts, ...open])
      await call({ method: 'GET', path: wellFormed(route).path });
    for (const route of routes) {
      const { query: _, ...one } = wellFormed(route);
      const answer = await call(one);
      assert.deepEqual(
        [answer.status, answer.body.code, answer.headers['retry-after']],
        [429, 'rate_limited', '1'],
      );
    }
  });
  test('what only the sandbox has is refused in live in the order of the checks, before anything of it is read', () =>
    sandboxOnlyRefused(throttled));
});

const sandboxOnlyRefused = async (local: Local) => {
  const all: readonly Route[] = routes;
  const sandboxOnly = all.filter((route) => route.sandboxOnly);
  assert.ok(sandboxOnly.length >= 3);
  const tenant = await aTenant(local, 'live');
  for (const route of sandboxOnly) {
    const call = { method: route.method, path: route.path.replace(/\{\w+\}/g, 'x'), text: '{' };
    const refused = async (headers: Record<string, string | undefined>) =>
      (await tenant.call({ ...call, headers })).body.code;
    const without = { 'idempotency-key': undefined, 'content-type': 'text/plain' };
    assert.equal(await refused({ ...without, 'api-key': undefined }), 'unauthorized');
    assert.equal(await refused({ ...without, 'x-tenant-id': 'biz_other' }), 'tenant_mismatch');
    assert.equal(await refused(without), 'sandbox_only');
  }
};

test('an environment that accepts no attestation says so', async () => {
  const live = await aTenant(local, 'live');
  const { body } = await live.call(await validCall(attestVerification, live));
  assert.equal(body.code, 'attestation_not_accepted');
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { catalogue, errorsOf } from '../../functions/contract/errors.ts';
import type { Route } from '../../functions/contract/route.ts';
import { routes } from '../../functions/contract/routes.ts';
import { type Call, callerOf, refusalsSeen } from '../helpers/call.ts';
import { errorsLogged } from '../helpers/errors-logged.ts';
import { validCall } from '../helpers/examples.ts';
import { aTenant } from '../helpers/given.ts';
import { answersRule } from '../helpers/rules/answers.ts';
import { bodiesRule } from '../helpers/rules/bodies.ts';
import { conditionsRule } from '../helpers/rules/conditions.ts';
import { cursorsRule } from '../helpers/rules/cursors.ts';
import { fieldsRule } from '../helpers/rules/fields.ts';
import { idempotencyRule } from '../helpers/rules/idempotency.ts';
import { keysRule } from '../helpers/rules/keys.ts';
import { methodsRule } from '../helpers/rules/methods.ts';
import { orderRule } from '../helpers/rules/order.ts';
import { queriesRule } from '../helpers/rules/queries.ts';
import { makeSuite } from '../helpers/rules/suite.ts';
import { tenancyRule } from '../helpers/rules/tenancy.ts';
import { startService } from '../helpers/service.ts';
import { withThrottledService } from '../helpers/throttled.ts';

const local = await startService();
after(local.stop);
const suite = await makeSuite(local);

/** Everything that holds for every route; a new route is held to all of it from its declaration on. */
const rules = [
  answersRule,
  keysRule,
  tenancyRule,
  methodsRule,
  bodiesRule,
  fieldsRule,
  queriesRule,
  cursorsRule,
  idempotencyRule,
  conditionsRule,
  orderRule,
];

for (const route of routes)
  describe(route.id, () => {
    for (const rule of rules) rule(suite, route);
  });

test('a body that not even the gateway takes is refused alike', async () => {
  const call = { method: 'POST', path: '/customers', text: ' '.repeat(11 * 1024 * 1024) };
  const { status, body } = await suite.tenant.call(call);
  assert.deepEqual([status, body.code], [413, 'body_too_large']);
});

test('every route says when it is asked too often', async () => {
  const calls: Call[] = [];
  for (const route of routes) calls.push(await validCall(route, suite.tenant));
  await withThrottledService(async ({ environments: { sandbox } }) => {
    const call = callerOf(sandbox?.base_url ?? '', 'none');
    await call({ method: 'GET', path: '/openapi.json' });
    for (const { query: _, ...one } of calls) {
      const answer = await call(one);
      assert.deepEqual([answer.status, answer.body.code, answer.headers['retry-after']], [429, 'rate_limited', '1']);
    }
  });
});

test('what only the sandbox has is refused in live in the order of the checks, before anything of it is read', async () => {
  const all: readonly Route[] = routes;
  const sandboxOnly = all.filter((route) => route.sandboxOnly);
  assert.ok(sandboxOnly.length >= 3);
  const live = await startService({ environments: ['live'] });
  after(live.stop);
  const tenant = await aTenant(live, 'live');
  for (const route of sandboxOnly) {
    const call = { method: route.method, path: route.path.replace(/\{\w+\}/g, 'x'), text: '{' };
    const refused = async (headers: Record<string, string | undefined>) =>
      (await tenant.call({ ...call, headers })).body.code;
    const without = { 'idempotency-key': undefined, 'content-type': 'text/plain' };
    assert.equal(await refused({ ...without, 'api-key': undefined }), 'unauthorized');
    assert.equal(await refused({ ...without, 'x-tenant-id': 'biz_other' }), 'tenant_mismatch');
    assert.equal(await refused(without), 'sandbox_only');
  }
});

test('every refusal that the document promises a caller was reached', () => {
  const promised = routes.flatMap((route) =>
    errorsOf(route).flatMap((code) => (catalogue[code].status < 500 ? [`${route.id} ${code}`] : [])),
  );
  const unreached = promised.filter((refusal) => !refusalsSeen.has(refusal));
  assert.deepEqual(unreached, []);
});

test('nothing of all this made a function log an error', () => {
  assert.deepEqual(errorsLogged(local), []);
});

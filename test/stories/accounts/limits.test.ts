import assert from 'node:assert/strict';
import { apiKeyKey } from '../../../functions/tenants/accounts/access-table.ts';
import { accountKey } from '../../../functions/tenants/accounts/table.ts';
import { dashboardShardOf } from '../../../functions/tenants/accounts/usage-plans.ts';
import { hashOf } from '../../../functions/tenants/api-keys/table.ts';
import type { Local } from '../../../local/start.ts';
import { type Answer, type Caller, callerOf } from '../../helpers/call.ts';
import { administer, aRegisteredTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aPerson, withToken } from '../../helpers/people.ts';
import { storedIn } from '../../helpers/tables.ts';
import { before, describe, test } from '../../helpers/tests.ts';
import { throttledService } from '../../helpers/throttled.ts';

const accounts = { method: 'GET', path: '/accounts' };

const statusesOf = async (call: Caller, count: number): Promise<number[]> => {
  const statuses = [];
  for (let i = 0; i < count; i++) statuses.push((await call(accounts)).status);
  return statuses;
};

/** The parts of an answer about limits. */
const reportedBy = ({ status, headers }: Answer) => [
  ...[status, headers['ratelimit-policy'], headers.ratelimit, headers['retry-after']],
];

/** Calls with a new key, of which API Gateway remembers nothing. */
const restarted = async (local: Local, { tenant_id, baseUrl }: Tenant): Promise<Caller> =>
  callerOf(baseUrl, (await administer(local, { command: 'rotate', tenant_id })).secret_key);

const limit = (local: Local, { tenant_id }: Tenant, plan: string) =>
  administer(local, { command: 'limit', tenant_id, plan });

const policy = '"business";q=200;w=1';
const bursts = { plans: { standard: 3, elevated: 5, dashboard: 2 }, method: 2 };

const local = await throttledService(bursts);

describe('each business has its own limit', () => {
  let tenant: Tenant;
  before(async () => {
    tenant = await aRegisteredTenant(local);
  });

  test('and reads it in every answer; over it, how long to wait, and its neighbour is answered', async () => {
    assert.deepEqual(reportedBy(await tenant.call(accounts)), [200, policy, undefined, undefined]);
    const refused = await tenant.call({ method: 'GET', path: '/customers/nobody' });
    assert.deepEqual(reportedBy(refused), [404, policy, undefined, undefined]);
    assert.deepEqual(reportedBy(await tenant.call(accounts)), [200, policy, undefined, undefined]);
    const over = await tenant.call(accounts);
    assert.deepEqual(reportedBy(over), [429, policy, '"business";r=0;t=1', '1']);
    assert.deepEqual([over.body.code, over.body.retry_after_seconds], ['rate_limited', 1]);
    const neighbour = await aRegisteredTenant(local);
    assert.deepEqual(await statusesOf(neighbour.call, 3), [200, 200, 200]);
  });

  test('that a new key does not lift', async () => {
    assert.deepEqual(await statusesOf(await restarted(local, tenant), 1), [429]);
  });

  test('that an operator lifts, as often as he says so, and lowers', async () => {
    const first = await limit(local, tenant, 'elevated');
    assert.deepEqual(await limit(local, tenant, 'elevated'), first);
    assert.equal(first.plan, 'elevated');
    assert.deepEqual(
      await statusesOf(await restarted(local, tenant), 6),
      [200, 200, 200, 200, 200, 429],
    );
    await limit(local, tenant, 'standard');
    assert.deepEqual(await statusesOf(await restarted(local, tenant), 1), [429]);
    const { problem } = await limit(local, tenant, 'boundless');
    assert.equal(problem.code, 'validation_failed');
  });

  test('and for who is counted by nothing the error says that it is our fault, until he is enrolled', async () => {
    const lost = await inAnUnenrolledPlan(local);
    const { status, headers, body } = await lost.call(accounts);
    assert.deepEqual([status, body.code, headers['retry-after']], [503, 'unavailable', '1']);
    await limit(local, lost, 'elevated');
    assert.equal((await lost.call(accounts)).status, 200);
  });

  test('and its people one of their own in the dashboard, which takes nothing from its neighbours', async () => {
    const asPerson = async ({ tenant_id }: Tenant): Promise<Caller> =>
      withToken(local, 'sandbox', (await aPerson(local, { tenant_id })).id_token);
    const busy = await aRegisteredTenant(local);
    assert.deepEqual(await statusesOf(await asPerson(busy), 3), [200, 200, 429]);
    // Another person, whose token nobody has seen, is counted with the first.
    const { status, body, headers } = await (await asPerson(busy))(accounts);
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'rate_limited', '1']);
    let neighbour = await aRegisteredTenant(local);
    while (dashboardShardOf(neighbour.tenant_id) === dashboardShardOf(busy.tenant_id))
      neighbour = await aRegisteredTenant(local);
    assert.deepEqual(await statusesOf(await asPerson(neighbour), 2), [200, 200]);
    assert.equal((await busy.call(accounts)).status, 200, 'its programs are counted apart');
  });

  test('and the document, which needs no key, one for all that leaves the others alone', async () => {
    const document = callerOf(tenant.baseUrl, 'none');
    const answers = [];
    for (let i = 0; i < 3; i++)
      answers.push(reportedBy(await document({ method: 'GET', path: '/openapi.json' })));
    assert.deepEqual(answers, [
      [200, undefined, undefined, undefined],
      [200, undefined, undefined, undefined],
      [429, undefined, undefined, '1'],
    ]);
    assert.equal((await (await aRegisteredTenant(local)).call(accounts)).status, 200);
  });
});

/** A business whose key names another plan than it was enrolled in. */
const inAnUnenrolledPlan = async (local: Local): Promise<Tenant> => {
  const tenant = await aRegisteredTenant(local);
  const tables = storedIn(local, 'sandbox');
  const account = accountKey(tenant.tenant_id, tenant.account_id);
  for (const key of [apiKeyKey(hashOf(tenant.secret_key)), account])
    await tables.set(key.table, key, { plan: 'elevated' });
  return tenant;
};

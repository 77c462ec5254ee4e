import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { saveCustomer } from '../../../functions/customers/table.ts';
import { keys } from '../../../functions/dynamodb/keys.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { functionName } from '../../../lib/environments.ts';
import type { Answer } from '../../helpers/call.ts';
import { customersOf } from '../../helpers/customers.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { tablesOf } from '../../helpers/tables.ts';

const customers = 1_000;
const lister = functionName('sandbox', 'customers.list');

const local = await sharedWithoutRelay();
const tables = tablesOf(local);
after(async () => {
  tables.close();
});
const tenant = await aTenant(local);
const made: string[] = [];

// The first comes by the API; the others are it once more, as the store writes them, since making is not what is tested.
before(async () => {
  const { id } = await aCustomer(tenant);
  const customer = await tables.get(keys.customer(tenant.tenant_id, id));
  const earlier = Array.from({ length: customers - 1 }, (_, age) => {
    const now = new Date(Date.parse(customer.created_at) - age * 50);
    return { ...customer, id: idsAt(now)('customer'), created_at: now.toISOString() };
  });
  await tables.put(earlier.flatMap((one) => saveCustomer(one)));
  made.push(...[id, ...earlier.map((one) => one.id)].toSorted().reverse());
});

const page = (...query: [string, string][]): Promise<Answer> =>
  tenant.call({ method: 'GET', path: '/customers', query });

/** Every page from the newest on, with limits that change on the way; `between` runs after each. */
const walk = async (limits: readonly number[], filters: [string, string][] = [], between = async () => {}) => {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
    const limit = limits[turn % limits.length] ?? 1;
    const at: [string, string][] = cursor === null ? [] : [['cursor', cursor]];
    const { body }: Answer = await page(...filters, ['limit', `${limit}`], ...at);
    assert.ok(
      body.data.length === limit || (!body.has_more && body.data.length < limit),
      `${body.data.length} of ${limit}`,
    );
    assert.equal(body.has_more, body.next_cursor !== null);
    seen.push(...body.data.map(({ id }: Any) => id));
    cursor = body.next_cursor;
    await between();
  }
  return seen;
};

test('walking the pages meets each of a thousand customers exactly once, newest first, while others are made', async () => {
  const later: string[] = [];
  let walking = true;
  const making = (async () => {
    while (walking) later.push((await aCustomer(tenant)).id);
  })();
  const seen = await walk([100, 7, 100, 33]).finally(() => {
    walking = false;
  });
  await making;
  assert.ok(later.length > 0);
  assert.deepEqual(seen, seen.toSorted().reverse());
  assert.deepEqual(
    seen.filter((id) => !later.includes(id)),
    made,
  );
  assert.deepEqual((await walk([100])).toSorted(), [...made, ...later].toSorted());
});

test('a rare status is found in full pages, at one query for each verification that it may stand with', async () => {
  const { act } = customersOf(tenant);
  const rare = [made.at(-1), made.at(-400), made.at(-401)].map(String);
  for (const id of rare) await act(id, 'suspend');
  const found = await walk([2], [['status', 'suspended']]);
  assert.deepEqual(found, rare.toSorted().reverse());
  const calls = await local.recorder.during(() => page(['status', 'closed']));
  assert.ok(calls.filter(({ function: name, operation }) => name === lister && operation === 'Query').length === 4);
});

test('a page of dates begins and ends where it was asked to', async () => {
  const [newest, oldest] = await Promise.all([made[250], made[749]].map((id) => customersOf(tenant).read(String(id))));
  const bounds: [string, string][] = [
    ['created_after', oldest.created_at],
    ['created_before', newest.created_at],
  ];
  const seen = await walk([64], bounds);
  assert.ok(seen.length >= 400);
  assert.deepEqual(
    seen,
    made.filter((id) => seen.includes(id)),
  );
  assert.deepEqual(seen, made.slice(made.indexOf(String(seen[0])), made.indexOf(String(seen.at(-1))) + 1));
});

test('a cursor that the service gave is good under its own filters and for its own business alone', async () => {
  const next = async (...query: [string, string][]) => String((await page(...query, ['limit', '1'])).body.next_cursor);
  const [plain, active] = [await next(), await next(['status', 'active'])];
  assert.equal((await page(['cursor', plain], ['limit', '100'])).status, 200);
  const { call } = await aTenant(local);
  const refusals = [
    await page(['cursor', plain], ['status', 'active']),
    await page(['cursor', active]),
    await page(['cursor', active], ['status', 'suspended']),
    await page(['cursor', `${plain.slice(0, -1)}${plain.endsWith('A') ? 'B' : 'A'}`]),
    await call({ method: 'GET', path: '/customers', query: [['cursor', plain]] }),
    await tenant.call({ method: 'GET', path: '/accounts', query: [['cursor', plain]] }),
  ];
  for (const [index, { status, body }] of refusals.entries())
    assert.deepEqual([status, body.code], [400, 'cursor_invalid'], `${index}`);
});

import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Answer, posted } from '../../../helpers/call.ts';
import { customersOf } from '../../../helpers/customers.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import { plain } from '../../../helpers/rules/suite.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});

const atOnce = 50;

/** Many equal calls at the same instant: one of them acts, all are answered alike. Returns that answer. */
const oneOf = async (call: () => Promise<Answer>): Promise<Answer> => {
  const answers = await Promise.all(Array.from({ length: atOnce }, call));
  const [first, ...others] = answers.filter(
    ({ headers }) => headers['idempotent-replayed'] === undefined,
  );
  assert.ok(first && others.length === 0, `${others.length + 1} of ${atOnce} acted`);
  for (const answer of answers) {
    const { 'idempotent-replayed': _, ...headers } = plain(answer).headers;
    assert.deepEqual({ ...plain(answer), headers }, plain(first));
  }
  return first;
};

test('fifty equal creates at the same instant make one customer and fifty equal answers', async () => {
  const tenant = await service.aBusiness();
  const [key, body] = [randomUUID(), individual({})];
  const { status, body: customer } = await oneOf(() => posted(tenant, '/customers', key, body));
  assert.equal(status, 201);
  assert.deepEqual(await customersOf(tenant).listed(), [customer.id]);
  assert.equal((await tables.events(tenant.tenant_id, customer.id)).length, 1);
});

test('fifty equal actions at the same instant act once and get fifty equal answers', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aCustomer(tenant);
  const { status, body } = await oneOf(() =>
    posted(tenant, `/customers/${id}/suspend`, 'k', { reason: 'late' }),
  );
  assert.deepEqual([status, body.version], [200, 2]);
  assert.equal((await tables.events(tenant.tenant_id, id)).length, 2);
});

test('of two bodies under one key at the same instant one acts, and the other gets an error', async () => {
  const tenant = await service.aBusiness();
  const key = randomUUID();
  const bodies = [individual({ last_name: 'One' }), individual({ last_name: 'Two' })];
  const answers = await Promise.all(
    [0, 1, 0, 1, 0, 1].map((which) => posted(tenant, '/customers', key, bodies[which])),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 1);
  const reported = answers.filter(({ body }) => body.code === 'idempotency_key_reused');
  assert.deepEqual([made.length, reported.length], [3, 3]);
});

test('a repeat is answered as the first time, whatever has become of the resource since, in one round trip each', async () => {
  const tenant = await service.aBusiness();
  const { act, changed } = customersOf(tenant);
  const body = individual({});
  const created = await posted(tenant, '/customers', 'create', body);
  const { id } = created.body;
  const suspended = await act(id, 'suspend', {}, 'suspend');
  const reactivated = await act(id, 'reactivate', {}, 'reactivate');
  await changed(id, { last_name: 'King' });
  const closed = await act(id, 'close', {}, 'close');
  const repeat = async () => {
    const repeats = [
      [await posted(tenant, '/customers', 'create', body), created],
      [await act(id, 'suspend', {}, 'suspend'), suspended],
      [await act(id, 'reactivate', undefined, 'reactivate'), reactivated],
      [await act(id, 'close', {}, 'close'), closed],
    ] as const;
    for (const [repeat, first] of repeats) {
      assert.deepEqual([repeat.text, repeat.headers.etag], [first.text, first.headers.etag]);
      assert.equal(repeat.headers['idempotent-replayed'], 'true');
    }
    assert.equal(
      (await act(id, 'suspend', { reason: 'other' }, 'suspend')).body.code,
      'idempotency_key_reused',
    );
  };
  const asks = async () =>
    (await service.recorder.during(repeat)).map(({ operation }) => operation);
  const asked = (await asks()).filter((operation) => operation.includes('Item'));
  assert.deepEqual(asked, ['TransactWriteItems', ...Array(4).fill('BatchGetItem')]);
  assert.equal((await act(id, 'suspend', {}, 'another')).status, 409);
  assert.equal((await tables.events(tenant.tenant_id, id)).length, 5);
});

test('a key belongs to one business, one route and one resource', async () => {
  const [tenant, other] = [await service.aBusiness(), await service.aBusiness()];
  const [one, two] = [await aCustomer(tenant), await aCustomer(tenant)];
  const answers = [
    await posted(tenant, `/customers/${one.id}/suspend`, 'k'),
    await posted(tenant, `/customers/${two.id}/suspend`, 'k'),
    await posted(tenant, `/customers/${one.id}/reactivate`, 'k', { reason: 'x' }),
    await posted(tenant, '/customers', 'k', individual({})),
    await posted(other, '/customers', 'k', individual({ last_name: 'King' })),
  ];
  for (const { status, headers } of answers) {
    assert.ok(status === 200 || status === 201);
    assert.equal(headers['idempotent-replayed'], undefined);
  }
});

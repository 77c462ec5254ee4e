import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { customersOf } from '../../../helpers/customers.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();
const tenant = await aBusiness();
const { act, create, listed } = customersOf(tenant);

test('a customer is suspended, reactivated and closed, each with its reason', async () => {
  const { id } = await aCustomer(tenant);
  const steps = [
    ['suspend', 'late', 'suspended', ['reactivate', 'close']],
    ['reactivate', undefined, 'active', ['suspend', 'close']],
    ['suspend', undefined, 'suspended', ['reactivate', 'close']],
    ['close', 'moved away', 'closed', ['redact']],
  ] as const;
  for (const [index, [action, reason, status, allowed]] of steps.entries()) {
    const { body, headers } = await act(id, action, reason === undefined ? undefined : { reason });
    assert.deepEqual(
      [body.status, body.status_reason, body.allowed_actions],
      [status, reason ?? null, allowed],
    );
    assert.deepEqual([body.version, headers.etag], [index + 2, `"${index + 2}"`]);
    assert.deepEqual((await tenant.call({ method: 'GET', path: `/customers/${id}` })).body, body);
  }
});

test('an external_id belongs to one customer that is not closed', async () => {
  const external_id = randomUUID();
  const first = await create({ external_id });
  assert.equal(first.status, 201);
  assert.deepEqual(
    [(await create({ external_id })).body.code, await listed(['external_id', external_id])],
    ['external_id_taken', [first.body.id]],
  );
  const other = await aBusiness();
  assert.equal(
    (await other.call({ method: 'POST', path: '/customers', body: individual({ external_id }) }))
      .status,
    201,
  );
  await act(first.body.id, 'suspend');
  assert.equal((await create({ external_id })).status, 409);
  const closed = await act(first.body.id, 'close');
  assert.deepEqual(
    [closed.body.external_id, await listed(['external_id', external_id])],
    [external_id, [first.body.id]],
  );
  const second = await create({ external_id });
  assert.deepEqual(
    [second.status, await listed(['external_id', external_id])],
    [201, [second.body.id, first.body.id]],
  );
});

test('an external_id that a change gives up is free at once, and one that it takes is not', async () => {
  const [before, after] = [randomUUID(), randomUUID()];
  const { id } = await aCustomer(tenant, individual({ external_id: before }));
  const { status } = await tenant.call({
    method: 'PATCH',
    path: `/customers/${id}`,
    body: { external_id: after },
  });
  assert.deepEqual(
    [status, await listed(['external_id', before]), await listed(['external_id', after])],
    [200, [], [id]],
  );
  assert.deepEqual(
    [(await create({ external_id: after })).status, (await create({ external_id: before })).status],
    [409, 201],
  );
  await tenant.call({ method: 'PATCH', path: `/customers/${id}`, body: { external_id: null } });
  assert.deepEqual(
    [await listed(['external_id', after]), (await create({ external_id: after })).status],
    [[], 201],
  );
});

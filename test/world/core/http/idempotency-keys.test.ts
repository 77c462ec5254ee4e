import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { posted } from '../../../helpers/call.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();

test('what a key did can be read, and nothing of what it answered', async () => {
  const [tenant, other] = [await aBusiness(), await aBusiness()];
  const key = "!key#1/with?marks&more=%25~'";
  const { body: customer } = await posted(tenant, '/customers', key, individual({}));
  const { body: suspended } = await posted(tenant, `/customers/${customer.id}/suspend`, key);
  await posted(tenant, `/customers/${customer.id}/suspend`, key);
  await posted(tenant, `/customers/${customer.id}/suspend`, randomUUID());
  const found = await tenant.call({
    method: 'GET',
    path: '/idempotency-keys',
    query: [['key', key]],
  });
  const resource = { id: customer.id, object: 'customer', path: `/v1/customers/${customer.id}` };
  const expected = [
    { operation: 'customers.create', status_code: 201, created_at: customer.created_at },
    { operation: 'customers.suspend', status_code: 200, created_at: suspended.updated_at },
  ].map((record): Any => ({ object: 'idempotency_record', ...record, resource }));
  const sorted = (found.body.data as Any[]).toSorted((a, b) =>
    a.operation < b.operation ? -1 : 1,
  );
  for (const [index, { expires_at, ...record }] of sorted.entries()) {
    assert.deepEqual(record, expected[index]);
    const lifetime = Date.parse(expires_at) - Date.parse(record.created_at);
    assert.ok(Math.abs(lifetime - 24 * 60 * 60 * 1000) <= 1000, `${lifetime}`);
  }
  assert.deepEqual([sorted.length, found.body.has_more], [2, false]);
  for (const [who, asked] of [
    [other, key],
    [tenant, `${key}x`],
  ] as const) {
    const { body } = await who.call({
      method: 'GET',
      path: '/idempotency-keys',
      query: [['key', asked]],
    });
    assert.deepEqual(body.data, []);
  }
});

test('what a key did is read in pages', async () => {
  const tenant = await aBusiness();
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await aCustomer(tenant)).id);
  for (const id of ids) await posted(tenant, `/customers/${id}/suspend`, 'shared');
  const page = async (more: [string, string][]) =>
    (
      await tenant.call({
        method: 'GET',
        path: '/idempotency-keys',
        query: [['key', 'shared'], ['limit', '2'], ...more],
      })
    ).body;
  const first = await page([]);
  const second = await page([['cursor', first.next_cursor]]);
  const seen = [...first.data, ...second.data].map(({ resource }: Any) => resource.id);
  assert.deepEqual([first.data.length, first.has_more, second.has_more], [2, true, false]);
  assert.deepEqual(seen.toSorted(), ids.toSorted());
});

import assert from 'node:assert/strict';
import { inflated } from '../../../../functions/core/dynamodb/compression.ts';
import { aTable, day, resource, response } from '../../../helpers/idempotency-table.ts';
import { describe, test } from '../../../helpers/tests.ts';

test('the record holds the exact response, what it is about and when it was, and nothing of it twice', async () => {
  const table = aTable();
  const now = new Date('2026-11-20T15:04:05.999Z');
  await table.use({ now });
  const { payload_hash, body, ...record } = table.record() ?? {};
  assert.equal(inflated(body), response.body);
  assert.deepEqual(record, {
    pk: 'biz/key',
    sk: 'customers.create',
    status_code: 201,
    location: response.location,
    etag: response.etag,
    resource: { id: resource.id, object: resource.object },
    created_at: now.toISOString(),
    expires_at_s: Math.floor((now.getTime() + day) / 1000),
  });
  assert.match(String(payload_hash), /^[A-Za-z0-9+/]{43}=$/);
});

describe('a repeat', () => {
  test('gets the bytes that an earlier version stored', async () => {
    const table = aTable();
    await table.use();
    table.change({ body: Buffer.from('eJyrVqpSsjLUUUpUslI6vFKpFgAlpQTd', 'base64') });
    assert.equal((await table.use()).body, '{"z":1,"a":"é"}');
  });

  test('may order the members of its body otherwise, also those that differ only by case', async () => {
    const table = aTable();
    await table.use({ payload: { a: 1, A: 2, b: { c: [1, 2], d: null } } });
    const repeat = await table.use({ payload: { b: { d: null, c: [1, 2] }, A: 2, a: 1 } });
    assert.equal(repeat.replayed, true);
  });

  test('replays as long as the record lives, to its last second', async () => {
    const table = aTable();
    await table.use();
    const now = Math.floor(Date.now() / 1000) * 1000;
    table.change({ created_at: new Date(now - day).toISOString() });
    assert.equal((await table.use({ now: new Date(now + 999) })).replayed, true);
  });
});

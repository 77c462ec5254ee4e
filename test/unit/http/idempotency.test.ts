import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveReplay, replayRecord } from '../../../functions/dynamodb/idempotency-records.ts';
import { keys } from '../../../functions/dynamodb/keys.ts';
import { aTable, day, resource, response } from '../../helpers/idempotency-table.ts';

test('the first use acts, and answers what it did', async () => {
  const table = aTable();
  assert.deepEqual(await table.use(), response);
  assert.deepEqual([table.effects(), table.reads()], [1, 0]);
});

test('the record holds the exact response, what it is about and when it was, and nothing of it twice', async () => {
  const table = aTable();
  const now = new Date('2026-11-20T15:04:05.999Z');
  await table.use({ now });
  const { payload_hash, ...record } = table.record() ?? {};
  assert.deepEqual(record, {
    pk: 'biz/key',
    sk: 'customers.create',
    status_code: 201,
    body: response.body,
    location: response.location,
    etag: response.etag,
    resource: { id: resource.id, object: resource.object },
    created_at: now.toISOString(),
    expires_at_s: Math.floor((now.getTime() + day) / 1000),
  });
  assert.match(String(payload_hash), /^[A-Za-z0-9+/]{43}=$/);
});

test('a record reads as it was written, and so does one that says everything itself', () => {
  const key = keys.replay('biz', 'key', 'cards.freeze', ['card_1']);
  const now = new Date('2026-11-20T15:04:05.999Z');
  const elsewhere = { id: 'card_1', object: 'card', path: '/v1/cards/card_1' };
  const replays = [
    { location: resource.path, resource },
    { location: null, resource: elsewhere },
    { location: null, resource: null },
  ].map((each) => ({
    ...each,
    ...{ operation: 'cards.freeze', status_code: 200, body: response.body ?? '', etag: null, payload_hash: 'hash' },
    created_at: now.toISOString(),
  }));
  for (const replay of replays) {
    const { item } = replayRecord(key, replay);
    const said = { ...item, ...replay, powertools_key: 'cards.freeze#hash' };
    for (const stored of [item, said]) {
      const read = liveReplay({ pk: key.pk, sk: key.sk, ...stored }, now);
      assert.deepEqual({ ...read, ...replay }, read);
    }
  }
});

describe('a repeat', () => {
  test('is answered with the stored bytes and does not act', async () => {
    const table = aTable();
    await table.use();
    assert.deepEqual(await table.use(), { ...response, replayed: true });
    assert.deepEqual([table.effects(), table.reads()], [1, 0]);
  });

  test('may order the members of its body otherwise, also those that differ only by case', async () => {
    const table = aTable();
    await table.use({ payload: { a: 1, A: 2, b: { c: [1, 2], d: null } } });
    const repeat = await table.use({ payload: { b: { d: null, c: [1, 2] }, A: 2, a: 1 } });
    assert.equal(repeat.replayed, true);
  });

  test('with another body is refused, and the record stays', async () => {
    const table = aTable();
    await table.use();
    const others = [
      {},
      { a: 1 },
      { a: '1', b: { c: [1, 2] } },
      { a: 1, b: { c: [2, 1] } },
      { a: 1, b: { c: [1, 2] }, d: null },
    ];
    for (const payload of others) await assert.rejects(table.use({ payload }), { code: 'idempotency_key_reused' });
    assert.equal((await table.use()).replayed, true);
    assert.equal(table.effects(), 1);
  });

  test('without a body is the same as with an empty object', async () => {
    const table = aTable();
    await table.use({ payload: {} });
    assert.equal((await table.use({ payload: {} })).replayed, true);
  });

  test('of a response whose bytes were not kept names the resource to read again', async () => {
    const table = aTable();
    await table.use();
    table.change({ status_code: 202, body: '', location: null, etag: null });
    const expected = {
      status: 202,
      body: '',
      location: undefined,
      etag: undefined,
      refreshes: 'cus_1',
      replayed: true,
    };
    assert.deepEqual(await table.use(), expected);
  });

  test('replays as long as the record lives, to its last second', async () => {
    const table = aTable();
    await table.use();
    const now = Math.floor(Date.now() / 1000) * 1000;
    table.change({ created_at: new Date(now - day).toISOString() });
    assert.equal((await table.use({ now: new Date(now + 999) })).replayed, true);
  });
});

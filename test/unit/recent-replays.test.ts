import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../functions/domain/api-error.ts';
import { recentReplays } from '../../functions/http/recent-replays.ts';
import { keys } from '../../functions/store/table.ts';
import { answer, aTable } from '../helpers/idempotency-table.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const keyed = (word: string) => ({ key: keys.replay('biz', word, 'customers.create', []) });

describe('the instance that acted', () => {
  test('answers a repeat within a minute, and asks nobody', async () => {
    const { table, use } = aTable(recentReplays());
    await use({ now });
    table.record = undefined;
    assert.deepEqual(await use({ now: after(59_999) }), { ...answer, replayed: true });
    assert.deepEqual([table.effects, table.reads], [1, 0]);
  });

  test('asks after a minute', async () => {
    const { table, use } = aTable(recentReplays());
    await use({ now });
    table.record = undefined;
    assert.deepEqual(await use({ now: after(60_000) }), answer);
    assert.equal(table.effects, 2);
  });

  test('refuses another body by itself', async () => {
    const { table, use } = aTable(recentReplays());
    await use({ now });
    table.record = undefined;
    await assert.rejects(use({ now, payload: { a: 2 } }), { code: 'idempotency_key_reused' });
    assert.deepEqual([table.effects, table.reads], [1, 0]);
  });

  test('names the resource to read again where the bytes were not kept', async () => {
    const recent = recentReplays();
    const { use } = aTable(recent);
    await use({ now });
    const kept = recent.of(keyed('key').key, now) ?? assert.fail();
    recent.keep(keyed('key').key, { ...kept, body: '' }, now);
    assert.deepEqual(await use({ now }), { ...answer, body: '', rereads: 'cus_1', replayed: true });
  });

  test('remembers nothing that failed, and nothing that it was only told of', async () => {
    const recent = recentReplays();
    const { table, use } = aTable(recent);
    await assert.rejects(use({ now }, () => Promise.reject(new ApiError('external_id_taken'))));
    assert.equal(recent.of(keyed('key').key, now), undefined);
    await aTable().use({ now });
    table.record = { created_at: now.toISOString(), sk: 'customers.create' };
    await assert.rejects(use({ now }), { code: 'idempotency_key_reused' });
    assert.equal(recent.of(keyed('key').key, now), undefined);
  });

  test('knows every key by itself', async () => {
    const { table, use } = aTable(recentReplays());
    await use({ now });
    table.record = undefined;
    assert.deepEqual(await use({ now, ...keyed('another') }), answer);
    assert.deepEqual(
      await use({ now, key: keys.replay('other', 'key', 'customers.create', []) }, async () => answer),
      answer,
    );
  });
});

describe('what is remembered', () => {
  const replay = {
    ...{ operation: 'customers.create', status_code: 201, body: '{}', location: null, etag: null, resource: null },
    ...{ created_at: now.toISOString(), payload_hash: 'hash' },
  };

  test('are the last 256 answers', () => {
    const recent = recentReplays();
    for (let nth = 0; nth < 257; nth++) recent.keep(keyed(`${nth}`).key, replay, now);
    const known = (nth: number) => recent.of(keyed(`${nth}`).key, now) !== undefined;
    assert.deepEqual([known(0), known(1), known(256)], [false, true, true]);
  });

  test('are none of a minute ago, once another is remembered', () => {
    const recent = recentReplays();
    recent.keep(keyed('old').key, replay, now);
    recent.keep(keyed('new').key, { ...replay, created_at: after(60_000).toISOString() }, after(60_000));
    assert.equal(recent.of(keyed('old').key, now), undefined);
  });

  test('is no answer of more than 16 384 characters', () => {
    const recent = recentReplays();
    for (const length of [16_384, 16_385])
      recent.keep(keyed(`${length}`).key, { ...replay, body: 'x'.repeat(length) }, now);
    assert.ok(recent.of(keyed('16384').key, now));
    assert.equal(recent.of(keyed('16385').key, now), undefined);
  });
});

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { everyRoute } from '../../../../functions/app/routes.ts';
import type { CursorKeys } from '../../../../functions/core/aws/kms.ts';
import {
  type CursorScope,
  cursorAt as encryptedAt,
  sortKeyOf as openedOf,
  pageBody,
  rangeOf,
  startOf,
} from '../../../../functions/core/http/cursor.ts';
import { firstIdAt } from '../../../../functions/core/new-id.ts';
import { listCustomers } from '../../../../functions/identity/customers/routes.ts';
import { aCursorKeys, isPaged } from '../../../helpers/cursor-keys.ts';
import { anyText } from '../../../helpers/random.ts';
import { describe, test } from '../../../helpers/tests.ts';

const scope = {
  tenant: 'biz_1',
  route: 'events.timeline',
  params: { customer_id: 'cus_1' },
  filters: { status: 'active' },
};
const invalid = { code: 'cursor_invalid' };
const sortKeys = fc.string({ minLength: 1, unit: 'grapheme' }).filter((key) => key.isWellFormed());
const now = new Date('2026-11-20T15:04:05.123Z');
const cursorAt = (sortKey: string, scope: CursorScope, at = now) =>
  encryptedAt(aCursorKeys, sortKey, scope, at);
const sortKeyOf = (cursor: string, scope: CursorScope, at = now) =>
  openedOf(aCursorKeys, cursor, scope, at);

test('a cursor leads back to its place', async () => {
  await fc.assert(
    fc.asyncProperty(sortKeys, async (key) =>
      assert.equal(await sortKeyOf(await cursorAt(key, scope), scope), key),
    ),
  );
});

test('a cursor that anybody can compute is rejected', async () => {
  const text = JSON.stringify([
    scope.tenant,
    scope.route,
    [['customer_id', 'cus_1']],
    [['status', 'active']],
    'zzz',
  ]);
  const own = Buffer.from(await cursorAt('zzz', scope), 'base64url');
  for (const mac of [
    createHash('sha256'),
    createHmac('sha256', ''),
    createHmac('sha256', 'biz_1'),
  ]) {
    const forged = Buffer.concat([
      own.subarray(0, 2),
      mac.update(text).digest().subarray(0, 16),
      Buffer.from('zzz'),
    ]);
    await assert.rejects(sortKeyOf(forged.toString('base64url'), scope), invalid);
  }
});

test('a cursor of another key is rejected', async () => {
  const others: CursorKeys = { of: async () => Buffer.from('another environment') };
  await assert.rejects(sortKeyOf(await encryptedAt(others, 'zzz', scope, now), scope), invalid);
});

test('a cursor outlives the change of its key by one period, and no more', async () => {
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const cursor = await cursorAt('zzz', scope);
  assert.equal(await sortKeyOf(cursor, scope, days(30)), 'zzz');
  await assert.rejects(sortKeyOf(cursor, scope, days(60)), invalid);
  await assert.rejects(sortKeyOf(await cursorAt('zzz', scope, days(60)), scope), invalid);
});

test('what is not even shaped like a cursor asks for no key', async () => {
  const none: CursorKeys = { of: () => assert.fail('asked') };
  for (const text of ['', 'x', 'AAAA', '%'.repeat(40), 'A'.repeat(40), 'z'.repeat(512)])
    await assert.rejects(openedOf(none, text, scope, now), invalid);
});

test('a cursor of another business, route, path or filter is rejected', async () => {
  const others = [
    { ...scope, tenant: 'biz_2' },
    { ...scope, route: 'accounts.list' },
    { ...scope, params: { customer_id: 'cus_2' } },
    { ...scope, params: {} },
    { ...scope, params: scope.filters, filters: scope.params },
    { ...scope, filters: {} },
    { ...scope, filters: { status: 'closed' } },
    { ...scope, filters: { status: 'active', email: 'a@example.com' } },
    { ...scope, filters: { statusactive: '' } },
  ];
  for (const other of others)
    await assert.rejects(sortKeyOf(await cursorAt('cus_1', scope), other), invalid);
});

test('the order of filters does not matter', async () => {
  const one = { ...scope, filters: { status: 'active', email: 'a@example.com' } };
  const other = { ...scope, filters: { email: 'a@example.com', status: 'active' } };
  assert.equal(await sortKeyOf(await cursorAt('cus_1', one), other), 'cus_1');
});

test('a cursor with any character changed, missing or added is rejected', async () => {
  const cursor = await cursorAt('cus_01jd5fq7k9e8xv3m2n4p6r8t0w', scope);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= .';
  for (let at = 0; at <= cursor.length; at++) {
    const shorter = cursor.slice(0, at) + cursor.slice(at + 1) + (at === cursor.length ? '=' : '');
    await assert.rejects(sortKeyOf(shorter, scope), invalid);
    for (const character of alphabet) {
      await assert.rejects(
        sortKeyOf(cursor.slice(0, at) + character + cursor.slice(at), scope),
        invalid,
      );
      if (at < cursor.length && cursor[at] !== character)
        await assert.rejects(
          sortKeyOf(cursor.slice(0, at) + character + cursor.slice(at + 1), scope),
          invalid,
        );
    }
  }
});

test('no other text is a cursor', async () => {
  const texts = fc.oneof(anyText(), fc.base64String(), fc.constantFrom('', 'null', '{}', 'AAAA'));
  await fc.assert(
    fc.asyncProperty(texts, (text) => assert.rejects(sortKeyOf(text, scope), invalid)),
  );
});

test('every list may use the key of cursors, and nobody else', () => {
  const allowed = everyRoute
    .filter(({ permissions }) => 'cursorKey' in permissions)
    .map(({ id }) => id);
  assert.deepEqual(
    allowed,
    everyRoute.filter(isPaged).map(({ id }) => id),
  );
});

describe('a list', () => {
  const actor = { type: 'api_key', id: 'k' } as const;
  const caller = {
    tenant_id: 'biz_1',
    account_id: 'a',
    account_status: 'active',
    write_shards: '',
    environment: 'sandbox',
    actor,
  };
  const walk = (query: object) => ({
    route: listCustomers,
    caller,
    keys: aCursorKeys,
    now,
    params: {},
    query: { limit: 25, ...query },
  });
  const wanted = async (query: object) =>
    rangeOf(walk(query).query, await startOf(walk(query)), 'customer');
  const page = (query: object, next: string | null) =>
    pageBody(walk(query), { items: [1], next }, 2);
  const cursorOf = async (query: object, next: string) =>
    (await page(query, next)).next_cursor ?? undefined;

  test('says whether more follows and where', async () => {
    const whole = { object: 'list', data: [1], has_more: false, next_cursor: null, unreadable: 2 };
    assert.deepEqual(await page({}, null), whole);
    assert.ok((await page({}, 'cus_1')).has_more);
  });

  test('may be walked with pages of changing size', async () => {
    const cursor = await cursorOf({ limit: 10, status: 'active' }, 'cus_5');
    assert.equal((await wanted({ limit: 100, status: 'active', cursor })).below, 'cus_5');
    await assert.rejects(wanted({ limit: 10, status: 'closed', cursor }), invalid);
    await assert.rejects(wanted({ limit: 10, cursor }), invalid);
  });

  test('between two instants holds neither of them', async () => {
    const [after, before] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const { from, below } = await wanted({ created_after: after, created_before: before });
    assert.equal(from, firstIdAt('customer', new Date('2026-01-01T00:00:00.001Z')));
    assert.equal(below, firstIdAt('customer', new Date(before)));
  });

  test('goes on from its cursor or its upper bound, whichever is lower', async () => {
    const query = { created_before: '2026-02-01T00:00:00.000Z' };
    const bound = firstIdAt('customer', new Date(query.created_before));
    const lower = firstIdAt('customer', new Date('2026-01-15T00:00:00.000Z'));
    assert.equal((await wanted({ ...query, cursor: await cursorOf(query, lower) })).below, lower);
    assert.equal(
      (await wanted({ ...query, cursor: await cursorOf(query, `${bound}z`) })).below,
      bound,
    );
  });
});

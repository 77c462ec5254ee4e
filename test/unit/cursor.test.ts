import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { listCustomers } from '../../functions/contract/customers/routes.ts';
import { cursorAt, rangeOf, shownPage, sortKeyOf } from '../../functions/http/cursor.ts';
import { firstIdAt } from '../../functions/store/new-id.ts';

const scope = {
  tenant: 'biz_1',
  route: 'events.timeline',
  params: { customer_id: 'cus_1' },
  filters: { status: 'active' },
};
const invalid = { code: 'cursor_invalid' };
const keys = fc.string({ minLength: 1, unit: 'grapheme' }).filter((key) => key.isWellFormed());

test('a cursor leads back to its place', () => {
  fc.assert(fc.property(keys, (key) => assert.equal(sortKeyOf(cursorAt(key, scope), scope), key)));
});

test('a cursor of another business, route, path or filter is refused', () => {
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
  for (const other of others) assert.throws(() => sortKeyOf(cursorAt('cus_1', scope), other), invalid);
});

test('the order of filters does not matter', () => {
  const one = { ...scope, filters: { status: 'active', email: 'a@example.com' } };
  const other = { ...scope, filters: { email: 'a@example.com', status: 'active' } };
  assert.equal(sortKeyOf(cursorAt('cus_1', one), other), 'cus_1');
});

test('a cursor with any character changed, missing or added is refused', () => {
  const cursor = cursorAt('cus_01jd5fq7k9e8xv3m2n4p6r8t0w', scope);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= .';
  for (let at = 0; at <= cursor.length; at++) {
    assert.throws(
      () => sortKeyOf(cursor.slice(0, at) + cursor.slice(at + 1) + (at === cursor.length ? '=' : ''), scope),
      invalid,
    );
    for (const character of alphabet) {
      assert.throws(() => sortKeyOf(cursor.slice(0, at) + character + cursor.slice(at), scope), invalid);
      if (at < cursor.length && cursor[at] !== character)
        assert.throws(() => sortKeyOf(cursor.slice(0, at) + character + cursor.slice(at + 1), scope), invalid);
    }
  }
});

test('no other text is a cursor', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.constantFrom('', 'null', '{}', 'AAAA'));
  fc.assert(fc.property(texts, (text) => assert.throws(() => sortKeyOf(text, scope), invalid)));
});

describe('a list', () => {
  const actor = { type: 'api_key', id: 'k' } as const;
  const caller = { tenant_id: 'biz_1', account_id: 'a', account_status: 'active', environment: 'sandbox', actor };
  const wanted = (query: object) =>
    rangeOf(listCustomers, caller, { params: {}, query: { limit: 25, ...query } }, 'customer');
  const cursorOf = (query: object, next: string) =>
    shownPage(listCustomers, caller, { params: {}, query: { limit: 25, ...query } }, { items: [], next }).next_cursor ??
    undefined;

  test('says whether more follows and where', () => {
    const page = shownPage(listCustomers, caller, { params: {}, query: { limit: 25 } }, { items: [1], next: null });
    assert.deepEqual(page, { object: 'list', data: [1], has_more: false, next_cursor: null });
    assert.ok(
      shownPage(listCustomers, caller, { params: {}, query: { limit: 25 } }, { items: [], next: 'cus_1' }).has_more,
    );
  });

  test('may be walked with pages of changing size', () => {
    const cursor = cursorOf({ limit: 10, status: 'active' }, 'cus_5');
    assert.equal(wanted({ limit: 100, status: 'active', cursor }).below, 'cus_5');
    assert.throws(() => wanted({ limit: 10, status: 'closed', cursor }), invalid);
    assert.throws(() => wanted({ limit: 10, cursor }), invalid);
  });

  test('between two instants holds neither of them', () => {
    const [after, before] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const { from, below } = wanted({ created_after: after, created_before: before });
    assert.equal(from, firstIdAt('customer', new Date('2026-01-01T00:00:00.001Z')));
    assert.equal(below, firstIdAt('customer', new Date(before)));
  });

  test('goes on from its cursor or its upper bound, whichever is lower', () => {
    const query = { created_before: '2026-02-01T00:00:00.000Z' };
    const bound = firstIdAt('customer', new Date(query.created_before));
    const lower = firstIdAt('customer', new Date('2026-01-15T00:00:00.000Z'));
    assert.equal(wanted({ ...query, cursor: cursorOf(query, lower) }).below, lower);
    assert.equal(wanted({ ...query, cursor: cursorOf(query, `${bound}z`) }).below, bound);
  });
});

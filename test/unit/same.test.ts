import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedFrom, deepEqual } from '../../functions/core/json.ts';
import { test } from '../helpers/tests.ts';

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
};

test('every JSON value is the same as itself written and read again, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.ok(deepEqual(value, shuffled(JSON.parse(JSON.stringify(value)))));
    }),
  );
});

test('two JSON values are the same when and only when a strict comparison says so', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = (value: unknown) => JSON.stringify(sorted(value));
      assert.equal(deepEqual(one, other), text(one) === text(other));
    }),
  );
});

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return {
    members: Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  };
};

test('zero has no sign in JSON', () => assert.ok(deepEqual(JSON.parse('{"a":-0}'), { a: 0 })));

test('what only looks alike differs', () => {
  const pairs: readonly [unknown, unknown][] = [
    [{}, []],
    [null, {}],
    [null, undefined],
    [0, '0'],
    [0, false],
    ['', null],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: undefined }, {}],
    [{ a: undefined }, { b: undefined }],
    [{ toString: undefined }, { a: 1 }],
    [JSON.parse('{"__proto__":1}'), {}],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
  ];
  for (const [one, other] of pairs) {
    assert.equal(deepEqual(one, other), false, JSON.stringify([one, other]));
    assert.equal(deepEqual(other, one), false, JSON.stringify([other, one]));
  }
});

test('what changed is shown with its old value, and nothing else is', () => {
  const before = { id: 'cus_1', name: 'Ada', address: { city: 'London' }, tags: ['a'] };
  assert.deepEqual(changedFrom(before, { ...before, name: 'Augusta', added: 1 }), { name: 'Ada' });
  assert.deepEqual(changedFrom(before, { ...before, address: { city: 'Paris' } }), {
    address: { city: 'London' },
  });
  assert.deepEqual(changedFrom(before, { id: 'cus_1' }), {
    name: 'Ada',
    address: { city: 'London' },
    tags: ['a'],
  });
});

test('what changed, laid over the new, gives the old back', () => {
  const objects = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue());
  fc.assert(
    fc.property(objects, objects, (before, over) => {
      const after = { ...before, ...over };
      const restored = { ...after, ...changedFrom(before, after) };
      for (const [name, value] of Object.entries(before))
        assert.ok(deepEqual(restored[name], value));
    }),
  );
});

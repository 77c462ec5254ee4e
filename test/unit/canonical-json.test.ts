import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson, deepEqual } from '../../functions/core/json.ts';
import { test } from '../helpers/tests.ts';

test('the text is the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) =>
      assert.ok(deepEqual(JSON.parse(canonicalJson(value)), value)),
    ),
  );
});

test('names that differ only by case keep their own places', () => {
  assert.equal(canonicalJson({ a: 1, B: 2, A: 3, b: 4 }), '{"A":3,"B":2,"a":1,"b":4}');
});

test('lists keep their order, and __proto__ is a member like any other', () => {
  assert.equal(
    canonicalJson(JSON.parse('{"b":[2,1],"__proto__":{"d":1,"c":2}}')),
    '{"__proto__":{"c":2,"d":1},"b":[2,1]}',
  );
});

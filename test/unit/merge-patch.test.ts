import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePatch } from '../../functions/core/json.ts';
import { describe, test } from '../helpers/tests.ts';

/** RFC 7396, appendix A: original, patch, result. */
const vectors: readonly [unknown, unknown, unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

describe('the examples of RFC 7396 hold', () => {
  for (const [original, patch, result] of vectors)
    test(`${JSON.stringify(original)} with ${JSON.stringify(patch)}`, () =>
      assert.deepEqual(mergePatch(original, patch), result));
});

test('__proto__ is a member like any other and reaches no prototype', () => {
  const merged = mergePatch(
    { a: {} },
    JSON.parse('{"__proto__":{"stolen":true},"a":{"__proto__":{"stolen":true}}}'),
  );
  assert.equal(
    JSON.stringify(merged),
    '{"a":{"__proto__":{"stolen":true}},"__proto__":{"stolen":true}}',
  );
  assert.equal(Object.getPrototypeOf(merged), Object.prototype);
  assert.equal(({} as Record<string, unknown>).stolen, undefined);
});

test('what an object inherits is not merged into', () => {
  assert.deepEqual(mergePatch({}, { toString: { a: 1 } }), { toString: { a: 1 } });
});

test('neither the original nor the patch is changed', () => {
  const [original, patch] = [{ a: { b: 1 } }, { a: { b: null, c: 2 } }];
  mergePatch(original, patch);
  assert.deepEqual([original, patch], [{ a: { b: 1 } }, { a: { b: null, c: 2 } }]);
});

test('any patch merged twice gives what it gives once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const once = mergePatch(target, patch);
      assert.deepEqual(mergePatch(once, patch), once);
    }),
  );
});

test('an empty patch changes no object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (any) =>
      assert.deepEqual(mergePatch(any, {}), { ...any }),
    ),
  );
});

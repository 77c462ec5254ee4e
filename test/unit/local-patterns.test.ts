import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { patternOf } from '../../local/patterns.ts';

const fits = (pattern: object, value: unknown): boolean => patternOf(pattern, 'The pattern')(value);

/** A list of a leaf, what fits it, what does not; `undefined` stands for a field that is not there. */
const leaves: readonly [list: unknown[], fitting: unknown[], others: unknown[]][] = [
  [
    ['a', 5, null, true],
    ['a', 5, null, true, ['b', 'a'], [['a']]],
    ['A', '5', 'null', false, undefined, {}, []],
  ],
  [[{ prefix: 'ca' }], ['card', 'ca', ['x', 'ca']], ['Card', 'xca', 5, undefined]],
  [[{ prefix: { 'equals-ignore-case': 'CA' } }], ['card', 'Cat'], ['xca']],
  [[{ suffix: '.png' }], ['a.png', '.png'], ['a.PNG', 'png', undefined]],
  [[{ suffix: { 'equals-ignore-case': '.png' } }], ['a.PNG'], ['a.gif']],
  [[{ 'equals-ignore-case': 'Card' }], ['CARD', 'card'], ['cards', undefined]],
  [[{ wildcard: 'a*b.*' }], ['ab.', 'axxb.png', 'a\nb.'], ['ab', 'xab.', 'axb-png']],
  [[{ wildcard: 'a\\*\\\\' }], ['a*\\'], ['ab\\', 'a\\*']],
  [[{ 'anything-but': 'a' }], ['b', 5, null, ['a', 'b']], ['a', undefined, []]],
  [[{ 'anything-but': ['a', 5] }], ['b', 6, '5'], ['a', 5, undefined]],
  [[{ 'anything-but': { prefix: 'a' } }], ['ba', 5], ['ab', undefined]],
  [[{ 'anything-but': { suffix: ['a', 'b'] } }], ['ac'], ['ca', 'cb']],
  [[{ 'anything-but': { wildcard: '*.tmp' } }], ['a.png'], ['a.tmp']],
  [[{ 'anything-but': { 'equals-ignore-case': ['A', 'b'] } }], ['c'], ['a', 'B']],
  [[{ numeric: ['=', 5] }], [5, 5.0], [6, '5', undefined]],
  [[{ numeric: ['>', 0, '<=', 5] }], [1, 5, [9, 2]], [0, 6, -1]],
  [
    [{ numeric: ['<', 0] }, { numeric: ['>=', 9] }],
    [-1, 9],
    [0, 8],
  ],
  [[{ exists: true }], ['', 0, null, false, ['a']], [undefined, {}, { a: 1 }, []]],
  [[{ exists: false }], [undefined, {}, []], ['', 0, null]],
  [[{ exists: false }, 'a'], [undefined, 'a'], ['b']],
];

describe('a leaf of a pattern', () => {
  for (const [list, fitting, others] of leaves) {
    test(JSON.stringify(list), () => {
      for (const value of fitting) assert.ok(fits({ a: list }, { a: value }), JSON.stringify(value));
      for (const value of others) assert.ok(!fits({ a: list }, { a: value }), JSON.stringify(value));
    });
  }

  test('asks for a field that is not there in vain, unless it must not be there', () => {
    assert.ok(!fits({ a: [{ exists: true }] }, {}));
    assert.ok(fits({ a: [{ exists: false }] }, {}));
    assert.ok(fits({ a: { b: [{ exists: false }] } }, {}));
    assert.ok(!fits({ toString: [{ exists: true }] }, {}));
  });
});

describe('a pattern', () => {
  test('fits when every field does, however deep', () => {
    const pattern = { eventName: ['INSERT'], dynamodb: { NewImage: { undispatched: { S: [{ exists: true }] } } } };
    const record = (undispatched: object) => ({ eventName: 'INSERT', dynamodb: { NewImage: { undispatched } } });
    assert.ok(fits(pattern, record({ S: '3' })));
    assert.ok(!fits(pattern, record({ N: '3' })));
    assert.ok(!fits(pattern, { ...record({ S: '3' }), eventName: 'MODIFY' }));
    assert.ok(!fits(pattern, { eventName: 'INSERT', dynamodb: {} }));
    assert.ok(!fits(pattern, { eventName: 'INSERT', dynamodb: 'NewImage' }));
  });

  test('fits a list of objects when one of them fits the whole', () => {
    const pattern = { items: { kind: ['card'], count: [1] } };
    assert.ok(fits(pattern, { items: [{ kind: 'loan' }, { kind: 'card', count: 1 }] }));
    assert.ok(!fits(pattern, { items: [{ kind: 'card' }, { count: 1 }] }));
  });

  test('with $or fits when one of its branches and everything beside it do', () => {
    const pattern = { a: [1], $or: [{ b: [2] }, { c: { d: [{ prefix: 'x' }] } }] };
    assert.ok(fits(pattern, { a: 1, b: 2 }));
    assert.ok(fits(pattern, { a: 1, c: { d: 'xy' } }));
    assert.ok(!fits(pattern, { a: 1, b: 3, c: { d: 'y' } }));
    assert.ok(!fits(pattern, { b: 2 }));
    assert.ok(fits({ $or: ['a'] }, { $or: 'a' }), 'a field may have that name');
  });

  for (const wrong of [
    { a: 'card' },
    { a: [] },
    { a: [{ cidr: '10.0.0.0/8' }] },
    { a: [{ prefix: 'a', suffix: 'b' }] },
    { a: [['b']] },
    { a: [{ prefix: 5 }] },
    { a: [{ numeric: ['>', '5'] }] },
    { a: [{ numeric: ['>', 5, '<'] }] },
    { a: [{ exists: 'yes' }] },
    { a: [{ 'anything-but': [] }] },
    { a: [{ 'anything-but': [{ prefix: 'a' }, 'b'] }] },
    ['a'],
  ]) {
    test(`is refused: ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => patternOf(wrong, 'The pattern'), { name: 'BadConfiguration', message: /^The pattern/ });
    });
  }
});

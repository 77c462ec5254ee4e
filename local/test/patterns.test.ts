import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { patternOf } from '../patterns.ts';

const fits = (pattern: object, value: unknown): boolean => patternOf(pattern, 'The pattern')(value);

/** A list of a leaf, what fits it, what does not; `undefined` means a field that is not there. */
const leaves: readonly [list: unknown[], fitting: unknown[], others: unknown[]][] = [
  [
    ['a', 5, null, true],
    ['a', 5, null, true, ['b', 'a'], [['a']]],
    ['A', '5', 'null', false, undefined, {}, []],
  ],
  [[{ exists: true }], ['', 0, null, false, ['a']], [undefined, {}, { a: 1 }, []]],
  [[{ exists: false }], [undefined, {}, []], ['', 0, null]],
  [[{ exists: false }, 'a'], [undefined, 'a'], ['b']],
];

describe('a leaf of a pattern', () => {
  for (const [list, fitting, others] of leaves) {
    test(JSON.stringify(list), () => {
      for (const value of fitting)
        assert.ok(fits({ a: list }, { a: value }), JSON.stringify(value));
      for (const value of others)
        assert.ok(!fits({ a: list }, { a: value }), JSON.stringify(value));
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
    const pattern = {
      eventName: ['INSERT'],
      dynamodb: { NewImage: { schedule_shard: { S: [{ exists: true }] } } },
    };
    const record = (schedule_shard: object) => ({
      eventName: 'INSERT',
      dynamodb: { NewImage: { schedule_shard } },
    });
    assert.ok(fits(pattern, record({ S: '3' })));
    assert.ok(!fits(pattern, record({ N: '3' })));
    assert.ok(!fits(pattern, { ...record({ S: '3' }), eventName: 'MODIFY' }));
    assert.ok(!fits(pattern, { eventName: 'INSERT', dynamodb: {} }));
    assert.ok(!fits(pattern, { eventName: 'INSERT', dynamodb: 'NewImage' }));
  });

  test('fits what begins with one of its prefixes', () => {
    const pattern = { sk: { S: [{ prefix: 'cus_' }, { prefix: 'auth_' }] } };
    for (const S of ['cus_1', 'auth_2']) assert.ok(fits(pattern, { sk: { S } }));
    for (const S of ['card_1', 'a cus_1', 4]) assert.ok(!fits(pattern, { sk: { S } }));
    assert.ok(!fits(pattern, { sk: {} }));
  });

  test('fits a list of objects when one of them fits the whole', () => {
    const pattern = { items: { kind: ['card'], count: [1] } };
    assert.ok(fits(pattern, { items: [{ kind: 'loan' }, { kind: 'card', count: 1 }] }));
    assert.ok(!fits(pattern, { items: [{ kind: 'card' }, { count: 1 }] }));
  });

  for (const wrong of [
    {},
    { a: 'card' },
    { a: [] },
    { a: [['b']] },
    { a: {} },
    { a: [{ suffix: 'a' }] },
    { a: [{ prefix: 1 }] },
    { a: [{ 'anything-but': 'a' }] },
    { a: [{ exists: 'yes' }] },
    { a: [{ exists: true, prefix: 'a' }] },
    { $or: [{ a: [1] }, { b: [2] }] },
    ['a'],
  ]) {
    test(`is rejected: ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => patternOf(wrong, 'The pattern'), {
        name: 'BadConfiguration',
        message: /^The pattern/,
      });
    });
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePattern } from '../../local/events/pattern.ts';

const matches = (pattern: unknown, document: unknown): boolean => compilePattern(pattern, 'The pattern')(document);

/** Pattern, documents that fit, documents that do not. */
const cases: readonly [string, unknown, readonly unknown[], readonly unknown[]][] = [
  [
    'exact values',
    { a: ['x', 1, null, true] },
    [{ a: 'x' }, { a: 1 }, { a: null }, { a: true }],
    [{ a: '1' }, { a: 'X' }, {}],
  ],
  [
    'nested members, all of them',
    { a: { b: ['x'], c: [1] } },
    [{ a: { b: 'x', c: 1 } }],
    [{ a: { b: 'x' } }, { a: 'x' }, {}],
  ],
  ['an array of which one element fits', { a: ['x'] }, [{ a: ['y', 'x'] }], [{ a: ['y'] }, { a: [] }]],
  ['one object of an array', { a: { b: ['x'], c: [1] } }, [{ a: [{ b: 'x', c: 1 }] }], [{ a: [{ b: 'x' }, { c: 1 }] }]],
  ['a prefix', { a: [{ prefix: 'card.' }] }, [{ a: 'card.frozen' }], [{ a: 'cards' }, { a: 1 }, {}]],
  ['a prefix in any case', { a: [{ prefix: { 'equals-ignore-case': 'CARD' } }] }, [{ a: 'card.x' }], [{ a: 'a card' }]],
  ['a suffix', { a: [{ suffix: '.png' }] }, [{ a: 'x.png' }], [{ a: 'x.png.' }]],
  ['any case', { a: [{ 'equals-ignore-case': 'Alice' }] }, [{ a: 'aLICE' }], [{ a: 'alic' }]],
  ['a wildcard', { a: [{ wildcard: 'dir/*/x.png' }] }, [{ a: 'dir/b/c/x.png' }], [{ a: 'dir/xxpng' }]],
  ['a wildcard with a star that is meant', { a: [{ wildcard: 'a\\*b*' }] }, [{ a: 'a*bc' }], [{ a: 'aXbc' }]],
  ['anything but a value', { a: [{ 'anything-but': 'x' }] }, [{ a: 'y' }, { a: 1 }], [{ a: 'x' }, {}]],
  ['anything but values', { a: [{ 'anything-but': ['x', 1] }] }, [{ a: 'y' }], [{ a: 'x' }, { a: 1 }]],
  ['anything but a prefix', { a: [{ 'anything-but': { prefix: 'x' } }] }, [{ a: 'y' }], [{ a: 'xy' }, {}]],
  ['anything but a wildcard', { a: [{ 'anything-but': { wildcard: '*/x' } }] }, [{ a: 'y' }], [{ a: 'y/x' }]],
  ['a number', { a: [{ numeric: ['=', 3] }] }, [{ a: 3 }, { a: 3.0 }], [{ a: '3' }, { a: 4 }]],
  ['numbers between', { a: [{ numeric: ['>', 0, '<=', 5] }] }, [{ a: 5 }, { a: 0.1 }], [{ a: 0 }, { a: 6 }]],
  ['what is there', { a: [{ exists: true }] }, [{ a: null }, { a: '' }], [{}, { a: { b: 1 } }]],
  ['what is not there', { a: { b: [{ exists: false }] } }, [{}, { a: {} }], [{ a: { b: 1 } }]],
  ['one choice or another', { a: ['x', { prefix: 'y' }] }, [{ a: 'x' }, { a: 'yy' }], [{ a: 'z' }]],
  [
    '$or beside other members',
    { a: [1], $or: [{ b: [2] }, { c: [3] }] },
    [
      { a: 1, b: 2 },
      { a: 1, c: 3 },
    ],
    [{ b: 2 }, { a: 1 }],
  ],
];

for (const [what, pattern, fitting, others] of cases) {
  test(`a pattern matches ${what}, and nothing else`, () => {
    for (const document of fitting) assert.equal(matches(pattern, document), true, JSON.stringify(document));
    for (const document of others) assert.equal(matches(pattern, document), false, JSON.stringify(document));
  });
}

test('a filter of a stream looks into typed attributes', () => {
  const pattern = JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['event'] } } } });
  assert.equal(matches(pattern, { eventName: 'INSERT', dynamodb: { NewImage: { kind: { S: 'event' } } } }), true);
  assert.equal(matches(pattern, { eventName: 'MODIFY', dynamodb: { NewImage: { kind: { S: 'event' } } } }), false);
});

test('a pattern that cannot be matched as AWS does is refused with its place', () => {
  for (const pattern of [
    '{',
    '{}',
    '[]',
    { a: 'x' },
    { a: [] },
    { a: [{ near: 1 }] },
    { a: [{ numeric: ['~', 1] }] },
  ]) {
    assert.throws(() => compilePattern(pattern, 'The rule r'), /^Error: The rule r|^BadConfiguration: The rule r/);
  }
  assert.throws(() => compilePattern({ $or: [{ a: ['x'] }] }, 'The rule r'), { message: /\$or/ });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openCore } from '../dynamodb/engine/core.ts';
import { isEqual, order } from '../dynamodb/engine/values/compare.ts';
import { canonical, compareNumbers, numberSize, sumOf } from '../dynamodb/engine/values/decimal.ts';
import { bytesBehind, hash_max, partitionHash } from '../dynamodb/engine/values/key-bytes.ts';
import { packed, packedText, unpackedText } from '../dynamodb/engine/values/packing.ts';
import { itemSize } from '../dynamodb/engine/values/size.ts';
import { storedItem } from '../dynamodb/engine/values/value.ts';
import { createNotes, noteOf, putNote } from './helpers/engine-tables.ts';

/** Numbers whose digits are so few that a sum of two is exact in a BigInt of so many places. */
const numbers = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: -9, max: 9 }))
  .map(([digits, power]) => ({
    text: `${digits}e${power}`,
    scaled: digits * 10n ** BigInt(power + 9),
  }));

test('numbers sort and add as they do on paper', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const expected = one.scaled < other.scaled ? -1 : one.scaled > other.scaled ? 1 : 0;
      assert.equal(Math.sign(compareNumbers(one.text, other.text)), expected);
      const [sum, difference] = [
        sumOf(one.text, other.text, '+'),
        sumOf(one.text, other.text, '-'),
      ];
      assert.equal(sum, canonical(`${one.scaled + other.scaled}e-9`));
      assert.equal(difference, canonical(`${one.scaled - other.scaled}e-9`));
    }),
  );
});

test('a number has one way to be written, and a text that is none or too long is refused', () => {
  const cases = {
    '-0': '0',
    '0.000': '0',
    '007': '7',
    '1.50': '1.5',
    '1e3': '1000',
    '1E-3': '0.001',
    '.5': '0.5',
    '5.': '5',
    '+1': '1',
    '-12.340e1': '-123.4',
    ' 1 ': '1',
    '9.9e125': `99${'0'.repeat(124)}`,
  };
  for (const [text, written] of Object.entries(cases)) assert.equal(canonical(text), written, text);
  for (const text of [
    '',
    'x',
    '1e',
    '1 2',
    '0x1',
    'NaN',
    'Infinity',
    '1e126',
    '-1e-131',
    '1'.repeat(39),
  ])
    assert.throws(() => canonical(text), { code: 'ValidationException' }, text);
  assert.equal(canonical(`1${'0'.repeat(60)}`), `1${'0'.repeat(60)}`);
});

test('sizes are those of DynamoDB', () => {
  for (const [text, bytes] of [
    ['0', 1],
    ['1', 2],
    ['12', 2],
    ['100', 2],
    ['123', 3],
    ['-1', 3],
    ['0.01', 2],
  ] as const)
    assert.equal(numberSize(text), bytes, text);
  const item = storedItem({
    é: { S: 'é' },
    b: { B: 'AQI=' },
    t: { BOOL: true },
    n: { NULL: true },
  });
  assert.equal(itemSize(item), 2 + 2 + (1 + 2) + (1 + 1) + (1 + 1));
  assert.equal(itemSize(storedItem({ l: { L: [{ S: 'ab' }, { S: '' }] } })), 1 + 3 + (1 + 2) + 1);
  assert.equal(itemSize(storedItem({ m: { M: { ab: { S: 'c' } } } })), 1 + 3 + (1 + 2 + 1));
  assert.equal(itemSize(storedItem({ s: { SS: ['a', 'bc'] } })), 1 + 3);
});

test('an item of 400 KB is stored, and one of a byte more is not', () => {
  const core = openCore();
  createNotes(core);
  const without = itemSize(noteOf('1', 'ada', { x: { S: '' } }));
  putNote(core, noteOf('1', 'ada', { x: { S: 'x'.repeat(400 * 1024 - without) } }));
  const more = { x: { S: 'x'.repeat(400 * 1024 - without + 1) } };
  assert.throws(() => putNote(core, noteOf('1', 'ada', more)), {
    message: /Item size has exceeded/,
  });
});

test('names that objects inherit are names like any other', () => {
  const core = openCore();
  createNotes(core);
  const Item = JSON.parse(
    JSON.stringify({ ...noteOf('1', 'ada') }).replace('{', '{"__proto__":{"S":"p"},'),
  );
  putNote(core, Item);
  const update = (UpdateExpression: string, ConditionExpression: string) =>
    core.call<{ Attributes: object }>('UpdateItem', {
      TableName: 'notes',
      Key: { pk: { S: 'a' }, sk: { S: '1' } },
      UpdateExpression,
      ConditionExpression,
      ReturnValues: 'ALL_NEW',
      ExpressionAttributeNames: { '#p': '__proto__', '#c': 'constructor' },
      ExpressionAttributeValues: { ':c': { S: 'c' } },
    }).Attributes;
  const after = update('SET #c = :c', 'attribute_exists(#p) AND attribute_not_exists(#c)');
  assert.deepEqual(Object.keys(after).toSorted(), [
    '__proto__',
    'author',
    'constructor',
    'pk',
    'sk',
  ]);
  assert.deepEqual(Object.keys(update('REMOVE #p', '#c = :c')).toSorted(), [
    'author',
    'constructor',
    'pk',
    'sk',
  ]);
});

test('what lies behind a prefix begins where no more bytes can follow it', () => {
  assert.deepEqual(bytesBehind(Buffer.from([1, 0xff, 0xff])), Buffer.from([2]));
  assert.equal(bytesBehind(Buffer.from([0xff])), undefined);
});

test('the places of partitions are spread over all segments', () => {
  const counts = new Array(8).fill(0);
  for (let at = 0; at < 8_000; at++)
    counts[Math.floor((partitionHash(Buffer.from(`cus_${at}`)) * 8) / hash_max)] += 1;
  for (const count of counts) assert.ok(count > 800 && count < 1_200, String(counts));
});

/** The note after one update of a note that has a list and a value that holds nothing. */
const updated = (UpdateExpression: string): object => {
  const core = openCore();
  createNotes(core);
  putNote(
    core,
    noteOf('1', 'ada', {
      l: { L: ['a', 'b', 'c', 'd'].map((S) => ({ S })) },
      empty_one: { NULL: true },
    }),
  );
  const { Attributes } = core.call<{ Attributes: { l: { L: readonly { S: string }[] } } }>(
    'UpdateItem',
    {
      TableName: 'notes',
      Key: { pk: { S: 'a' }, sk: { S: '1' } },
      UpdateExpression,
      ReturnValues: 'ALL_NEW',
      ...(UpdateExpression.includes(':new') && {
        ExpressionAttributeValues: { ':new': { S: 'new' } },
      }),
      ...(UpdateExpression.includes(':long') && {
        ExpressionAttributeValues: { ':long': { S: 'x'.repeat(2_049) } },
      }),
    },
  );
  return Attributes.l.L.map(({ S }) => S);
};

test('places of a list are those before the update, and what is set behind its end is appended', () => {
  assert.deepEqual(updated('REMOVE l[0], l[1]'), ['c', 'd']);
  assert.deepEqual(updated('REMOVE l[2], l[0], l[9]'), ['b', 'd']);
  assert.deepEqual(updated('SET l[9] = :new'), ['a', 'b', 'c', 'd', 'new']);
  assert.deepEqual(updated('SET l[1] = :new REMOVE l[0]'), ['new', 'c', 'd']);
});

test('nothing can be set below a value that holds nothing, and an index takes no longer key than a table', () => {
  for (const path of ['empty_one.a', 'l[0].a', 'absent_one.a', 'l.a'])
    assert.throws(
      () => updated(`SET ${path} = :new`),
      { message: /document path provided .* is invalid/ },
      path,
    );
  assert.throws(() => updated('SET author = :long'), { message: /Size of hashkey/ });
});

const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    '\u00e9',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{1F600}',
    '\u{10FFFF}',
  ),
});

test('texts sort by their bytes in UTF-8, whatever stands for half of a character', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const bytes = Buffer.compare(Buffer.from(one), Buffer.from(other));
      assert.equal(Math.sign(order({ S: one }, { S: other }) ?? Number.NaN), bytes);
    }),
  );
});

test('numbers of many digits sort where doubles are equal', () => {
  const rising = [
    '-9007199254740993',
    '-9007199254740992',
    '0',
    '0.1',
    '9007199254740992',
    '9007199254740993',
  ];
  for (const [place, one] of rising.entries())
    for (const [other, text] of rising.entries())
      assert.equal(
        Math.sign(order({ N: one }, { N: text }) ?? Number.NaN),
        Math.sign(place - other),
      );
  assert.ok((order({ N: '1.0000000000000000000000000000000000001' }, { N: '1' }) ?? 0) > 0);
});

test('an item that is packed comes back as it was, whatever its names are', () => {
  const items = [
    {},
    { '': { S: '' } },
    { a: { S: 'x' }, 'b c': { N: '1' }, 'S d': { BOOL: false }, '\n': { NULL: true } },
    { 'a,b': { S: 'x' }, 'S a,N b': { N: '2' } },
    JSON.parse('{"__proto__":{"S":"x"},"a":{"N":"1"}}'),
    { constructor: { M: { __proto: { L: [{ S: 'x' }, { M: {} }] } } }, toString: { SS: ['a'] } },
    { ns: { NS: ['1'] }, bs: { BS: ['AA=='] }, b: { B: '' }, l: { L: [] }, m: { M: {} } },
  ];
  for (const item of items) {
    const again = unpackedText(packedText(item));
    assert.deepEqual(Object.entries(again), Object.entries(item));
    assert.ok(isEqual({ M: again }, { M: item }));
  }
  // More forms than are remembered.
  for (let time = 0; time < 2; time++)
    for (let name = 0; name < 1_100; name++)
      assert.deepEqual(unpackedText(packedText({ [`n${name}`]: { S: 'x' } })), {
        [`n${name}`]: { S: 'x' },
      });
  assert.equal(packed({ a: { S: 'x' } }).length, 2);
});

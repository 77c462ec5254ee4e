import assert from 'node:assert/strict';
import fc from 'fast-check';
import { holdsCardNumber, withMaskedCardNumbers } from '../../functions/core/card-number.ts';
import { randomFrom } from '../helpers/random.ts';
import { test } from '../helpers/tests.ts';

const refused = [
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242 - 4242 -- 4242 4242',
  '4242\u00a04242\u00a04242\u20134242',
  'call me on 5555555555554444, please',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '2223003122003222',
  '4222222222222',
  '4000000000000000006',
  '4242424242424242 12/27',
  'ref 12 4242 4242 4242 4242',
  '4242 4242 4242 4242 2027 123',
  '4242.4242.4242.4242',
  '4242·4242・4242\u20224242',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  '४२४२ ४२४२ ४२४२ ४२४२',
  '４２４２４２４２４２４２４２４２',
  '４２４２．４２４２－４２４２　４２４２',
  '\u{1d7d2}\u{1d7da}42 4242 4242 4242',
  '42\u200b42\u200d42\u20604242\ufeff424242',
  '424242\u00ad4242424242',
  '5105105105105100',
  '2720990000000007',
  '3530111333300000',
  '6200000000000005',
  '6759649826438453',
  '2201382000000013',
  '5085000000000007',
  '8172000000000005',
  '6070930000000000',
  '6521500000000006',
];

const taken = [
  '',
  'Ada Lovelace',
  '4242424242424241',
  '1234567890123',
  '0242424242424240',
  '1242424242424248',
  '7242424242424245',
  '9242424242424241',
  // Times and numbers of orders that are Luhn-valid and of no network.
  '20261125090005',
  'order-20261125090005',
  '2026-11-25 09:00:05.0004',
  '2720990000000700000',
  '42424242424242',
  '341111111111111111',
  '424242424242',
  '42424242424242424242',
  '99424242424242424242',
  '4242a4242b4242c4242',
  '4242/4242/4242/4242',
  '2026-11-20',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤١',
  // Digits of an identifier, Luhn-valid by accident: one random UUID in seven hundred holds such.
  '42424242-4242-4242-8aaa-aaaaaaaaaaaa',
];

/** Numbers that networks and processors publish for tests. */
const published =
  `4111111111111111 4012888888881881 4000056655665556 4917610000000000 4000000000000002
  5555555555554444 5200828282828210 5105105105105100 2223003122003222 2223000048400011 5454545454545454
  378282246310005 371449635398431 378734493671000 340000000000009
  6011111111111117 6011000990139424 6011981111111113 6445644564456445 6500000000000002
  30569309025904 38520000023237 3056930009020004 36227206271667 36700102000000
  3530111333300000 3566002020360505 3569990010095841
  6200000000000005 6205500000000000004 6250941006528599 8171999927660000
  6759649826438453 5018000000000009 6761000000000006 6304000000000000
  2200000000000004 2201382000000013 6521111111111110 5081597022059105 6074825972083818 6062820000000003
  5066991111111118 9792030000000000 5060990580000217499`.split(/\s+/);

test('the published test numbers of every network are recognised, in one piece, in fours and beside words', () => {
  for (const number of published) {
    const fours = number.replace(/(\d{4})(?=\d)/g, '$1 ');
    for (const text of [
      number,
      fours,
      fours.replaceAll(' ', '-'),
      `card: ${number}.`,
      `(${number})`,
      `カード${number}まで`,
    ])
      assert.equal(holdsCardNumber(text), true, text);
  }
});

test('digits that Latin letters touch are a part of an identifier', () => {
  for (const text of [
    'order_4242424242424242',
    'x4242424242424242',
    '4242424242424242a',
    'ch_1N4242424242424242Zq',
    'a4242 4242 4242 4242b',
  ])
    assert.equal(holdsCardNumber(text), false, text);
  for (const text of [
    'order 4242424242424242',
    'a-4242424242424242',
    'a4 4242 4242 4242 4242 b',
    'PAN:4242424242424242',
  ])
    assert.equal(holdsCardNumber(text), true, text);
});

test('a masked text has the last four digits of what could be a card number, and all else as it was', () => {
  for (const [text, masked] of [
    ['4242424242424242', '************4242'],
    ['order-4242.4242.4242.4242-7', 'order-****.****.****.4242-7'],
    ['ch_4242424242424242x', 'ch_************4242x'],
    ['378282246310005/4111111111111111', '***********0005/************1111'],
    ['4242424242424242-4242424242424242', '************4242-************4242'],
    ['4242424242424241', '4242424242424241'],
    ['42424242-4242-4242-8aaa-aaaaaaaaaaaa', '42424242-4242-4242-8aaa-aaaaaaaaaaaa'],
    ['', ''],
  ] as const)
    assert.equal(withMaskedCardNumbers(text), masked, text);
});

test('a masked key holds no card number, is as long as it was and is masked once', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f.-]{1,255}$/), (key) => {
      const masked = withMaskedCardNumbers(key);
      assert.equal(masked.length, key.length);
      assert.equal(holdsCardNumber(masked), false, masked);
      assert.equal(withMaskedCardNumbers(masked), masked);
    }),
    { numRuns: 2_000 },
  );
});

test('of random numbers of 13 to 19 digits that stand alone few are taken for a card number, and none in an identifier', () => {
  const random = randomFrom(7);
  for (const [length, most] of [
    [13, 1.3],
    [14, 0.6],
    [15, 0.8],
    [16, 3.3],
    [17, 1.1],
    [18, 1.1],
    [19, 2.2],
  ] as const) {
    const numbers = Array.from({ length: 20_000 }, () =>
      Array.from({ length }, () => Math.floor(random() * 10)).join(''),
    );
    const share = (numbers.filter(holdsCardNumber).length / numbers.length) * 100;
    assert.ok(share > 0 && share <= most, `${share} % of ${length} digits`);
    assert.equal(numbers.filter((number) => holdsCardNumber(`k${number}`)).length, 0);
  }
});

test('a text that holds a card number is recognised', () => {
  for (const text of refused) assert.equal(holdsCardNumber(text), true, text);
});

test('a text that only looks like one is let through', () => {
  for (const text of taken) assert.equal(holdsCardNumber(text), false, text);
});

/** How numbers of a network begin, and one of their lengths. */
const ranges: readonly (readonly [prefix: string, length: number])[] = [
  ...[13, 16, 19].map((length) => ['4', length] as const),
  ...['51', '55', '2221', '2300', '2699', '2710', '2720'].map((prefix) => [prefix, 16] as const),
  ...['34', '37'].map((prefix) => [prefix, 15] as const),
  ...['6011', '644', '649', '65', '3528', '3589', '62', '8100', '8171', '2200', '2204'].flatMap(
    (prefix) => [16, 17, 18, 19].map((length) => [prefix, length] as const),
  ),
  ...['300', '305', '3095', '36', '38', '39'].flatMap((prefix) =>
    [14, 16, 19].map((length) => [prefix, length] as const),
  ),
  ...['5018', '5020', '5038', '5893', '6304', '6759', '6761', '6763'].flatMap((prefix) =>
    [13, 16, 19].map((length) => [prefix, length] as const),
  ),
  ...['5085', '6069', '607', '608', '8172', '8199', '8202'].map((prefix) => [prefix, 16] as const),
];

test('every Luhn-valid number of a network is found wherever it stands, and its neighbours are not', () => {
  const numbers = fc
    .constantFrom(...ranges)
    .chain(([prefix, length]) =>
      fc
        .stringMatching(new RegExp(`^[0-9]{${length - prefix.length - 1}}$`))
        .map((rest) => `${prefix}${rest}`),
    );
  fc.assert(
    fc.property(numbers, fc.stringMatching(/^[!?:;,/ ]{0,20}$/), (body, around) => {
      const valid = [...'0123456789'].filter((check) =>
        holdsCardNumber(`${around}${body}${check}${around}`),
      );
      assert.equal(valid.length, 1);
    }),
  );
});

test('no time is a card number, to the second or finer, as digits or as milliseconds', () => {
  const dates = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2090-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      const digits = date.toISOString().replaceAll(/\D/g, '');
      for (const text of [
        digits.slice(0, 14),
        digits,
        `${digits}000`,
        `${Math.abs(date.getTime())}`,
      ])
        assert.equal(holdsCardNumber(text), false, text);
    }),
    { numRuns: 2_000 },
  );
});

test('the longest text that a body can hold is searched without recursion or backtracking', () => {
  for (const text of [
    '4 '.repeat(131_072),
    '4'.repeat(262_144),
    ' '.repeat(262_144),
    '4-a'.repeat(87_000),
  ])
    assert.equal(typeof holdsCardNumber(text), 'boolean');
});

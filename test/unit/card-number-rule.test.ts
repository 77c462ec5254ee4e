import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { holdsCardNumber } from '../../functions/card-number.ts';

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
  '8242424242424243',
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
  ...['6011', '644', '649', '65', '3528', '3589', '62', '2200', '2204'].flatMap((prefix) =>
    [16, 17, 18, 19].map((length) => [prefix, length] as const),
  ),
  ...['300', '305', '3095', '36', '38', '39'].flatMap((prefix) =>
    [14, 16, 19].map((length) => [prefix, length] as const),
  ),
  ...['5018', '5020', '5038', '5893', '6304', '6759', '6761', '6763'].flatMap((prefix) =>
    [13, 16, 19].map((length) => [prefix, length] as const),
  ),
  ...['60', '81', '82', '508', '353', '356'].map((prefix) => [prefix, 16] as const),
];

test('every Luhn-valid number of a network is found wherever it stands, and its neighbours are not', () => {
  const numbers = fc
    .constantFrom(...ranges)
    .chain(([prefix, length]) =>
      fc.stringMatching(new RegExp(`^[0-9]{${length - prefix.length - 1}}$`)).map((rest) => `${prefix}${rest}`),
    );
  fc.assert(
    fc.property(numbers, fc.stringMatching(/^[a-z!]{0,20}$/), (body, around) => {
      const valid = [...'0123456789'].filter((check) => holdsCardNumber(`${around}${body}${check}${around}`));
      assert.equal(valid.length, 1);
    }),
  );
});

test('no time is a card number, to the second or finer, as digits or as milliseconds', () => {
  const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const digits = date.toISOString().replaceAll(/\D/g, '');
      for (const text of [digits.slice(0, 14), digits, `${digits}000`, `${Math.abs(date.getTime())}`])
        assert.equal(holdsCardNumber(text), false, text);
    }),
    { numRuns: 2_000 },
  );
});

test('the longest text that a body can hold is searched without recursion or backtracking', () => {
  for (const text of ['4 '.repeat(131_072), '4'.repeat(262_144), ' '.repeat(262_144), '4-a'.repeat(87_000)])
    assert.equal(typeof holdsCardNumber(text), 'boolean');
});

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
  '42\u200b42\u200d42\u2060424242\ufeff424242',
  '424242\u00ad4242424242',
];

const taken = [
  '',
  'Ada Lovelace',
  '4242424242424241',
  '1234567890123',
  '0242424242424240',
  '1242424242424248',
  '7242424242424245',
  '8242424242424243',
  '9242424242424241',
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

test('every Luhn-valid number of 13 to 19 digits is found wherever it stands, and its neighbours are not', () => {
  const digits = fc
    .integer({ min: 12, max: 18 })
    .chain((length) =>
      fc.tuple(
        fc.constantFrom('2', '3', '4', '5', '6'),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 }),
      ),
    );
  fc.assert(
    fc.property(digits, fc.stringMatching(/^[a-z!]{0,20}$/), ([first, rest], around) => {
      const body = first + rest.join('');
      const valid = [...'0123456789'].filter((check) => holdsCardNumber(`${around}${body}${check}${around}`));
      assert.equal(valid.length, 1);
    }),
  );
});

test('the longest text that a body can hold is searched without recursion or backtracking', () => {
  for (const text of ['4 '.repeat(131_072), '4'.repeat(262_144), ' '.repeat(262_144), '4-a'.repeat(87_000)])
    assert.equal(typeof holdsCardNumber(text), 'boolean');
});

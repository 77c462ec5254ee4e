import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  checkDigitOf,
  holdsCardNumber,
  luhnValid,
} from '../../../../functions/core/card-number.ts';
import { simulatedNumber } from '../../../../functions/issuing/issuers/simulated-card.ts';
import { test } from '../../../helpers/tests.ts';

const macOf = (id: number) => createHmac('sha256', 'key').update(`card/${id}`).digest();

test('golden lines: what a MAC comes to', () => {
  const lines: [Buffer, object][] = [
    [Buffer.alloc(32), { number: '4000000000000002', cvc: '000' }],
    [Buffer.alloc(32, 255), { number: '4000007682114555', cvc: '455' }],
  ];
  for (const [mac, expected] of lines) assert.deepEqual(simulatedNumber(mac), expected);
});

test('every number is a test card of 16 digits whose check digit is right, and is found by the number rule', () => {
  const seen = new Set<string>();
  for (let id = 0; id < 1000; id += 1) {
    const { number, cvc } = simulatedNumber(macOf(id));
    assert.match(number, /^400000\d{10}$/);
    assert.match(cvc, /^\d{3}$/);
    assert.ok(luhnValid(number) && holdsCardNumber(number));
    seen.add(number);
  }
  assert.equal(seen.size, 1000);
});

test('a check digit is the one of ten that is right', () => {
  for (const digits of ['', '7992739871', '424242424242424', '37828224631000', '0']) {
    const right = [...'0123456789'].filter((digit) => luhnValid(`${digits}${digit}`));
    assert.deepEqual(right, [checkDigitOf(digits)]);
  }
  assert.equal(checkDigitOf('7992739871'), '3', 'the example of ISO/IEC 7812-1');
});

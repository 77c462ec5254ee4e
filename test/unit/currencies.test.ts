import assert from 'node:assert/strict';
import { minorDigits, withdrawnDetail } from '../../functions/core/currencies.ts';
import { test } from '../helpers/tests.ts';

test('a currency has the minor units of ISO 4217, whatever Intl writes', () => {
  const golden = {
    USD: 2,
    EUR: 2,
    JPY: 0,
    KRW: 0,
    ISK: 0,
    KWD: 3,
    TND: 3,
    IQD: 3,
    HUF: 2,
    COP: 2,
    IDR: 2,
    TWD: 2,
  };
  for (const [currency, digits] of Object.entries(golden))
    assert.equal(minorDigits(currency), digits, currency);
  assert.equal(minorDigits('constructor'), 2);
});

test('a withdrawn currency names its successor and the day', () => {
  assert.equal(withdrawnDetail('BGN'), 'Must not be BGN: EUR replaced it on 2026-01-01.');
  const withdrawn = Intl.supportedValuesOf('currency').filter(
    (one) => withdrawnDetail(one) !== undefined,
  );
  assert.deepEqual(withdrawn, ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']);
  assert.deepEqual([withdrawnDetail('EUR'), withdrawnDetail('toString')], [undefined, undefined]);
});

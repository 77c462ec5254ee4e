import assert from 'node:assert/strict';
import fc from 'fast-check';
import { minorDigits } from '../../../../functions/core/currencies.ts';
import { everyCurrency } from '../../../../functions/identity/catalogues/catalogue.ts';
import { spendingControls } from '../../../../functions/issuing/cards/spending.ts';
import { amountStep } from '../../../../functions/issuing/issuers/amounts.ts';
import {
  fromStripeAmount,
  stripeStep,
  toStripeAmount,
} from '../../../../functions/issuing/issuers/stripe/amounts.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** Every code that an amount of ours or of a merchant may have. */
const currencies = Intl.supportedValuesOf('currency');

/** The lists of docs.stripe.com/currencies, as they stand there. */
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
/** "Special cases": written with two decimals all the same. */
const writtenWithTwo = ['ISK', 'UGX'];
/** Not on that page: ISO 4217 holds. */
const unlisted = ['IQD', 'LYD'];

const digitsAtStripe = (currency: string): number => {
  if (writtenWithTwo.includes(currency)) return 2;
  if (unlisted.includes(currency)) return minorDigits(currency);
  return zeroDecimal.includes(currency) ? 0 : threeDecimal.includes(currency) ? 3 : 2;
};

describe('an amount at Stripe is the same money as here', () => {
  const known: [our: number, currency: string, stripe: number][] = [
    [2_000, 'ISK', 200_000],
    [5, 'UGX', 500],
    [500, 'MGA', 5],
    [500, 'JPY', 500],
    [1_099, 'USD', 1_099],
    [1_045, 'HUF', 1_045],
    [80_045, 'TWD', 80_045],
    [5_120, 'KWD', 5_120],
    [1_000, 'XAF', 1_000],
    [0, 'ISK', 0],
    [0, 'MGA', 0],
    [1_000_000_000_000, 'ISK', 100_000_000_000_000],
  ];
  for (const [our, currency, stripe] of known)
    test(`${our} ${currency} is ${stripe} there`, () => {
      assert.equal(toStripeAmount(our, currency), stripe);
      assert.equal(fromStripeAmount(stripe, currency), our);
    });

  test('in every currency that we know, both ways, for each amount that Stripe can represent', () => {
    assert.ok(currencies.length > 100 && everyCurrency.every((one) => currencies.includes(one)));
    for (const currency of currencies) {
      const step = stripeStep(currency);
      for (const amount of [0, 1, 7, 10, 99, 100, 4_250, 500_000, 123_456_789, 10_000_000_000].map(
        (one) => one * step,
      )) {
        const said = toStripeAmount(amount, currency);
        const [ours, theirs] = [
          amount / 10 ** minorDigits(currency),
          said / 10 ** digitsAtStripe(currency),
        ];
        assert.ok(
          Math.abs(ours - theirs) <= Number.EPSILON * ours,
          `${amount} ${currency} is ${said}`,
        );
        assert.equal(fromStripeAmount(said, currency), amount, `${amount} ${currency}`);
        assert.ok(Number.isSafeInteger(said), `${said} ${currency}`);
        if (threeDecimal.includes(currency)) assert.equal(said % 10, 0, `${said} ${currency}`);
        if (writtenWithTwo.includes(currency)) assert.equal(said % 100, 0, `${said} ${currency}`);
      }
    }
  });

  test('but for what Stripe cannot represent: a limit becomes the next smaller amount, never a larger one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.nat(1_000_000_000), (currency, amount) => {
        const back = fromStripeAmount(toStripeAmount(amount, currency), currency);
        assert.ok(
          back <= amount && amount - back < stripeStep(currency),
          `${amount} ${currency} comes back as ${back}`,
        );
      }),
    );
    assert.deepEqual([toStripeAmount(99, 'MGA'), toStripeAmount(1_239, 'KWD')], [0, 1_230]);
  });

  test('and a part of a unit, which Stripe has none of, is never nothing', () => {
    assert.deepEqual([fromStripeAmount(12_345, 'ISK'), fromStripeAmount(1, 'UGX')], [124, 1]);
  });
});

test('limits are multiples of what the issuer can represent', () => {
  for (const [issuer, currency, step] of [
    ['stripe', 'MGA', 100],
    ['stripe', 'KWD', 10],
    ['stripe', 'ISK', 1],
    ['stripe', 'USD', 1],
    ['stripe', 'LYD', 1],
    ['simulator', 'MGA', 1],
    ['simulator', 'KWD', 1],
  ] as const)
    assert.equal(amountStep(issuer, currency), step, `${issuer} ${currency}`);
  for (const currency of everyCurrency)
    for (const { amount } of spendingControls(null, currency).limits)
      assert.equal(amount % stripeStep(currency), 0, `the usual cap of ${currency}`);
});

import { minorDigits } from '../../../core/currencies.ts';

/**
 * Digits after the point at Stripe, where they are not those of ISO 4217 (docs.stripe.com/currencies). The krona of Iceland and the
 * shilling of Uganda have none any more, and Stripe still writes them with two, which are 00. It writes the ariary of Madagascar
 * without any. HUF and TWD are whole in payouts alone, which this service has none of.
 */
const digitsAtStripe: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** Currencies of three digits, of which Stripe takes multiples of ten alone (the same page). */
const tens: readonly string[] = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/** One of our minor units in Stripe's: 100 in ISK, 0.01 in MGA, else 1. */
const unitAtStripe = (currency: string): number =>
  Object.hasOwn(digitsAtStripe, currency)
    ? 10 ** ((digitsAtStripe[currency] ?? 2) - minorDigits(currency))
    : 1;

/** Stripe can represent every multiple of this many minor units, and no other amount. */
export const stripeStep = (currency: string): number =>
  tens.includes(currency) ? 10 : Math.max(1, 1 / unitAtStripe(currency));

/**
 * An amount of minor units in Stripe's units; for an amount that Stripe cannot represent, the next smaller one. A limit decides the
 * same by that: no amount that Stripe requests lies between the two.
 */
export const toStripeAmount = (amount: number, currency: string): number => {
  const step = stripeStep(currency);
  return Math.round(Math.floor(amount / step) * step * unitAtStripe(currency));
};

/** An amount of Stripe in minor units. Stripe documents that there is no part of a unit; one is rounded up, so that no limit is passed by it. */
export const fromStripeAmount = (amount: number, currency: string): number => {
  const unit = unitAtStripe(currency);
  return unit < 1 ? Math.round(amount / unit) : Math.ceil(amount / unit);
};

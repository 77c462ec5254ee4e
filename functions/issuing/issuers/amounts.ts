import { stripeStep } from './stripe/amounts.ts';

/** An issuer can represent every multiple of this many minor units of a currency, and no other amount. */
export const amountStep = (issuer: string, currency: string): number =>
  issuer === 'stripe' ? stripeStep(currency) : 1;

import { stripeStep } from './stripe/amounts.ts';

/** The `amountStep` of the issuer of a stored card, by its name: a function that calls no issuer has none to ask. */
export const amountStep = (issuer: string, currency: string): number =>
  issuer === 'stripe' ? stripeStep(currency) : 1;

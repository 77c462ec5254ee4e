import { minorDigits } from '../../../functions/currencies.ts';

/** An amount of minor units in the form of its currency: 500000 USD is `$5,000.00`. */
export const money = (amount: number, currency: string): string =>
  formatOf(currency).format(amount / 10 ** minorDigits(currency));

const formatOf = (currency: string) => {
  const digits = minorDigits(currency);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...fraction });
};

/** An amount of minor units as a person types it: 500000 USD is `5000.00`. */
export const typedOf = (amount: number, currency: string): string => {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
};

/** A typed amount in minor units; undefined where it is no amount of the currency. */
export const minorUnits = (typed: string, currency: string): number | undefined => {
  const digits = minorDigits(currency);
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === '' || part.length > digits) return undefined;
  const amount = Number(whole + part.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
};

import { minorDigits } from '../../../functions/currencies.ts';
import { language } from './language.ts';

/** An amount of minor units in the form of its currency: 500000 USD is `$5,000.00`. */
export const money = (amount: number, currency: string): string =>
  formatOf(currency).format(amount / 10 ** minorDigits(currency));

const formatOf = (currency: string) => {
  const digits = minorDigits(currency);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...fraction });
};

/** An amount of minor units as a person types it: 500000 USD is `5000.00`. */
export const typedOf = (amount: number, currency: string): string => {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
};

/**
 * A typed amount in minor units, with or without marks between thousands: `1,000.50`, `1.000,50`, `1 000.5`. Undefined where it is
 * no amount of the currency, or could be two: `1.000` is a thousand in Berlin and a mistake in London.
 */
export const minorUnits = (typed: string, currency: string): number | undefined => {
  const digits = minorDigits(currency);
  const text = typed.trim().replaceAll(/[\s’']/g, ' ');
  const alone = /^(\d+)\.(\d{3})$/.exec(text);
  const [, whole = '', between, mark, part = ''] = alone ? [...alone.slice(0, 2), '', '.', alone[2]] : read(text);
  if (whole === '' || part.length > digits || (mark !== undefined && mark === between)) return undefined;
  const amount = Number(whole.replaceAll(/\D/g, '') + part.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
};

/** The whole, the mark between its thousands, the decimal mark and what follows. */
const read = (text: string) => /^(\d{1,3}(?:([ .,])\d{3}(?:\2\d{3})*)|\d+)(?:([.,])(\d+))?$/.exec(text) ?? [];

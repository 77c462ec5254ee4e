import { minorDigits } from '../../../functions/core/currencies.ts';
import { type Language, language } from './language.ts';

/** An amount of minor units in the form of its currency: 500000 USD is `$5,000.00`. */
export const money = (amount: number, currency: string): string =>
  formatOf(currency).format(amount / 10 ** minorDigits(currency));

const formatOf = (currency: string) => {
  const digits = minorDigits(currency);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...fraction });
};

/** The decimal mark of each language. */
const decimalMarks: Readonly<Record<Language, string>> = { en: '.', de: ',' };

/** An amount of minor units as a person types it: 500000 USD is `5000.00`, in German `5000,00`. */
export const typedOf = (amount: number, currency: string, typing: Language = language): string => {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits).replace('.', decimalMarks[typing]);
};

/**
 * A typed amount in minor units, with or without marks between thousands: `1,000.50`, `1.000,50`, `1 000.5`. Undefined where it is
 * no amount of the currency, or could be two: `1.000` is a thousand in Berlin and a mistake in London. In German `1,000` is one
 * dinar, and no amount of euros; `1.000` is not accepted in any currency that has a smaller unit.
 */
export const minorUnits = (
  typed: string,
  currency: string,
  typing: Language = language,
): number | undefined => {
  const digits = minorDigits(currency);
  const text = typed.trim().replaceAll(/[\s’']/g, ' ');
  const alone = /^(\d+)([.,])(\d{3})$/.exec(text);
  const isDecimal = alone?.[2] === decimalMarks[typing];
  if (alone?.[2] === '.' && !isDecimal && digits > 0) return undefined;
  const [, whole = '', between, mark, part = ''] =
    alone && isDecimal ? [...alone.slice(0, 2), '', alone[2], alone[3]] : read(text);
  if (whole === '' || part.length > digits || (mark !== undefined && mark === between))
    return undefined;
  const amount = Number(whole.replaceAll(/\D/g, '') + part.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
};

/** The whole, the mark between its thousands, the decimal mark and what follows. */
const read = (text: string) =>
  /^(\d{1,3}(?:([ .,])\d{3}(?:\2\d{3})*)|\d+)(?:([.,])(\d+))?$/.exec(text) ?? [];

import { minorDigits } from '../../../functions/core/currencies.ts';

/** A byte order mark: Excel reads a file without it in another encoding than UTF-8. */
const mark = '\uFEFF';

/** The columns that a list adds to the fields of an item, each by the field that it follows. */
export type Beside = Readonly<Record<string, readonly (readonly [name: string, value: string])[]>>;

/**
 * Items as CSV (RFC 4180) for a spreadsheet, one line each, after a line with the names of their
 * fields. A field within a field is `address.city`, a list is JSON, and amounts are decimals. A
 * name in `without` leaves out a field and the fields within it.
 */
export const csvOf = (
  items: readonly object[],
  without: readonly string[] = [],
  besideOf: (item: object) => Beside = () => ({}),
): string => {
  const isLeftOut = (path: string) =>
    without.some((one) => path === one || path.startsWith(`${one}.`));
  const rows = items.map((item) => {
    const beside = besideOf(item);
    const fields = leaves(withDecimals(item)).filter(([path]) => !isLeftOut(path));
    return new Map(fields.flatMap((field) => [field, ...(beside[field[0]] ?? [])]));
  });
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))];
  return mark + lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
};

const leaves = (item: object, within = ''): [string, string][] =>
  Object.entries(item).flatMap(([name, value]): [string, string][] => {
    const path = `${within}${name}`;
    if (value === null || value === undefined) return [[path, '']];
    if (Array.isArray(value)) return [[path, JSON.stringify(value)]];
    return typeof value === 'object' ? leaves(value, `${path}.`) : [[path, String(value)]];
  });

/**
 * Amounts of minor units as decimals of their currency, which stands beside the amount or around
 * it: 500000 USD is `5000.00`.
 */
const withDecimals = (item: object, outer?: string): object => {
  if (Array.isArray(item)) return item.map((one) => decimalIn(one, outer));
  const of: Readonly<Record<string, unknown>> = { ...item };
  const currency = typeof of.currency === 'string' ? of.currency : outer;
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => {
      if (typeof value !== 'number' || !/(^|_)amount$/.test(name))
        return [name, decimalIn(value, currency)];
      const own = of[name.replace(/amount$/, 'currency')] ?? currency;
      return [name, typeof own === 'string' ? decimalOf(value, own) : value];
    }),
  );
};

const decimalIn = (value: unknown, currency?: string): unknown =>
  typeof value === 'object' && value !== null ? withDecimals(value, currency) : value;

const decimalOf = (amount: number, currency: string): string => {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
};

/** A phone number (E.164) computes nothing. */
const phone = /^\+[1-9]\d{6,14}$/;

/** A spreadsheet would run a text that begins like a formula, so an apostrophe comes before it; a number stays one. */
const quoted = (text: string): string => {
  const isFormula =
    /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?[\d.]+$/.test(text) && !phone.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

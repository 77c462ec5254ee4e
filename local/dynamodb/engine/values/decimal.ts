import { validationError } from '../../../errors.ts';

/** A number as DynamoDB keeps it: ± 0.digits × 10^point, exactly. Zero has no digits. */
export type Decimal = {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly point: number;
};

const shape = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;
const digits_max = 38;
/** The powers of ten of the first digit. */
const power_max = 125;
const power_min = -130;

/** Throws a ValidationException for what is no number or has more digits or a magnitude that DynamoDB does not take. */
export const decimalOf = (text: string): Decimal => {
  const [, sign, whole = '', fraction = '', power = '0'] = shape.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '')
    throw validationError(
      text === ''
        ? 'The parameter cannot be converted to a numeric value'
        : `The parameter cannot be converted to a numeric value: ${text}`,
    );
  return decimal(sign === '-', whole + fraction, whole.length + Number(power));
};

const decimal = (isNegative: boolean, written: string, writtenPoint: number): Decimal => {
  const significant = written.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { isNegative: false, digits, point: 0 };
  const point = writtenPoint - (written.length - significant.length);
  if (digits.length > digits_max)
    throw validationError('Attempting to store more than 38 significant digits in a Number');
  if (point - 1 > power_max)
    throw validationError(
      'Number overflow. Attempting to store a number with magnitude larger than supported range',
    );
  if (point - 1 < power_min)
    throw validationError(
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    );
  return { isNegative, digits, point };
};

/** The one way in which a number is written, without an exponent. */
export const canonical = (text: string): string =>
  /^-?[1-9]\d{0,15}$/.test(text) ? text : textOf(decimalOf(text));

const textOf = ({ isNegative, digits, point }: Decimal): string => {
  if (digits === '') return '0';
  const sign = isNegative ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
};

/** The sum of two numbers, or their difference, as text. */
export const sumOf = (one: string, other: string, operator: '+' | '-'): string => {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  const scale = Math.min(a.point - a.digits.length, b.point - b.digits.length);
  const scaled = (each: Decimal): bigint =>
    BigInt(`${each.isNegative ? '-' : ''}${each.digits || '0'}`) *
    10n ** BigInt(each.point - each.digits.length - scale);
  const sum = operator === '+' ? scaled(a) + scaled(b) : scaled(a) - scaled(b);
  const written = String(sum < 0n ? -sum : sum);
  return textOf(decimal(sum < 0n, written, written.length + scale));
};

/** Less than zero where the first is the smaller one, of two in their one way of writing. */
export const compareNumbers = (one: string, other: string): number =>
  one.length <= double_digits && other.length <= double_digits
    ? Number(one) - Number(other)
    : Buffer.compare(orderedBytes(one), orderedBytes(other));

/** Numbers of so many decimal digits are in the same order as doubles. */
const double_digits = 15;

/** Bytes in the order of the numbers: sign, power of ten, digits; those of a negative number are inverted. */
export const orderedBytes = (text: string): Buffer => {
  const { isNegative, digits, point } = decimalOf(text);
  if (digits === '') return Buffer.from([0x80]);
  const magnitude = Buffer.from([point - power_min - 1, ...Buffer.from(digits, 'latin1')]);
  if (!isNegative) return Buffer.concat([Buffer.from([0x81]), magnitude]);
  // The end of the shorter of two inverted ones has to sort behind further digits.
  return Buffer.from([0x7f, ...magnitude.map((byte) => 0xff - byte), 0xff]);
};

/** The bytes that DynamoDB counts: one for two digits, one for the power, one for a minus sign. */
export const numberSize = (text: string): number => {
  const { isNegative, digits, point } = decimalOf(text);
  if (digits === '') return 1;
  // Pairs of digits begin at even places before and after the point.
  const [before, after] = [Math.abs(point % 2), Math.abs((digits.length - point) % 2)];
  return 1 + (digits.length + before + after) / 2 + (isNegative ? 1 : 0);
};

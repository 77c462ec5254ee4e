import { validationError } from '../../../errors.ts';
import { numberSize } from './decimal.ts';
import type { Attributes, Value } from './value.ts';

/** The bytes of an item as DynamoDB counts them: names and values. */
export const itemSize = (item: Attributes): number => {
  let bytes = 0;
  for (const name of Object.keys(item))
    bytes += Buffer.byteLength(name) + sizeOf(item[name] as Value);
  return bytes;
};

/** The bytes of a value. */
export const sizeOf = (value: Value): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return binarySize(value.B);
  if (value.SS) return sum(value.SS, (one) => Buffer.byteLength(one));
  if (value.NS) return sum(value.NS, numberSize);
  if (value.BS) return sum(value.BS, binarySize);
  if (value.L) return 3 + sum(value.L, (one) => 1 + sizeOf(one));
  if (value.M) return 3 + Object.keys(value.M).length + itemSize(value.M);
  return 1;
};

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

export const binarySize = (base64: string): number => Buffer.byteLength(base64, 'base64');

export const item_bytes_max = 400 * 1024;

/** The size of an item to store; throws a ValidationException for one that is too large. */
export const storableSize = (
  item: Attributes,
  message = 'Item size has exceeded the maximum allowed size',
): number => {
  const bytes = itemSize(item);
  if (bytes > item_bytes_max) throw validationError(message);
  return bytes;
};

import { isDeepStrictEqual } from 'node:util';
import { compareNumbers } from './decimal.ts';
import { type Value, valueType } from './value.ts';

/** Whether two values are the same: a set in any order. */
export const isEqual = (one: Value, other: Value): boolean => {
  const type = valueType(one);
  if (type !== valueType(other)) return false;
  if (type === 'SS' || type === 'NS' || type === 'BS')
    return isSameSet(one[type] ?? [], other[type] ?? []);
  if (type === 'L') {
    const [all, others] = [one.L ?? [], other.L ?? []];
    return (
      all.length === others.length && all.every((each, at) => isEqual(each, others[at] as Value))
    );
  }
  if (type === 'M') {
    const [all, others] = [one.M ?? {}, other.M ?? {}];
    const names = Object.keys(all);
    return (
      names.length === Object.keys(others).length &&
      names.every(
        (name) => Object.hasOwn(others, name) && isEqual(all[name] as Value, others[name] as Value),
      )
    );
  }
  return isDeepStrictEqual(one[type], other[type]);
};

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((member) => other.includes(member));

/** Less than zero where the first is smaller; undefined where the two have no order. */
export const order = (one: Value, other: Value): number | undefined => {
  if (one.S !== undefined && other.S !== undefined) return compareTexts(one.S, other.S);
  if (one.N !== undefined && other.N !== undefined) return compareNumbers(one.N, other.N);
  if (one.B !== undefined && other.B !== undefined)
    return Buffer.compare(Buffer.from(one.B, 'base64'), Buffer.from(other.B, 'base64'));
  return undefined;
};

/** In the order of their bytes in UTF-8, which is that of UTF-16 but for surrogates. */
const compareTexts = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  for (let place = 0; place < length; place++) {
    const [a, b] = [one.charCodeAt(place), other.charCodeAt(place)];
    if (a === b) continue;
    return a < surrogates && b < surrogates
      ? a - b
      : Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return one.length - other.length;
};

/** The first code unit that stands for half of a character. */
const surrogates = 0xd800;

import {
  type Attributes,
  attribute,
  type Value,
  withAttribute,
  withoutAttribute,
} from '../values/value.ts';

/** A path whose placeholders are resolved. */
export type Parts = readonly (string | number)[];

/** The value at a path of an item; undefined where there is none. */
export const at = (item: Attributes | undefined, parts: Parts): Value | undefined => {
  let value: Value | undefined = item && { M: item };
  for (const part of parts) {
    if (value === undefined) return undefined;
    value = typeof part === 'number' ? value.L?.[part] : attribute(value.M, part);
  }
  return value;
};

/** The item with a value at a path, behind the last one of a list that ends before; undefined where nothing holds the path. */
export const withAt = (item: Attributes, parts: Parts, value: Value): Attributes | undefined =>
  changedIn({ M: item }, parts, value)?.M;

/** The item without what lies at a path; undefined where nothing holds the path. */
export const withoutAt = (item: Attributes, parts: Parts): Attributes | undefined =>
  changedIn({ M: item }, parts, undefined)?.M;

const changedIn = (
  holder: Value,
  [part, ...rest]: Parts,
  value: Value | undefined,
): Value | undefined => {
  if (typeof part === 'number') return holder.L && changedList(holder.L, part, rest, value);
  if (part === undefined || holder.M === undefined) return undefined;
  if (rest.length === 0)
    return {
      M:
        value === undefined
          ? withoutAttribute(holder.M, part)
          : withAttribute(holder.M, part, value),
    };
  const inner = attribute(holder.M, part);
  const changed = inner && changedIn(inner, rest, value);
  return changed && { M: withAttribute(holder.M, part, changed) };
};

const changedList = (
  list: readonly Value[],
  place: number,
  rest: Parts,
  value: Value | undefined,
): Value | undefined => {
  if (rest.length === 0) {
    if (value === undefined) return { L: list.filter((_, at) => at !== place) };
    return { L: place < list.length ? list.with(place, value) : [...list, value] };
  }
  const inner = list[place];
  const changed = inner && changedIn(inner, rest, value);
  return changed && { L: list.with(place, changed) };
};

/** How two paths clash: one lies within the other, or one takes for a list what the other takes for a map. */
export const clashOf = (one: Parts, other: Parts): 'overlap' | 'conflict' | undefined => {
  for (let place = 0; ; place++) {
    const [a, b] = [one[place], other[place]];
    if (a === undefined || b === undefined) return 'overlap';
    if (typeof a !== typeof b) return 'conflict';
    if (a !== b) return undefined;
  }
};

/** As errors show a path. */
export const shown = (parts: Parts): string =>
  `[${parts.map((part) => (typeof part === 'number' ? `[${part}]` : part)).join(', ')}]`;

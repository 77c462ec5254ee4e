import * as z from 'zod/mini';
import { holdsCardNumber } from '../domain/card-number-rule.ts';
import { issueOf, tooLong, tooShort } from './issues.ts';

/**
 * What is not seen but changes what is: control characters, soft hyphen and joiners, fillers of Hangul and Braille, what has
 * no width, what turns the direction of writing, separators of lines, the byte order mark. Listed, since no dialect of
 * regular expressions knows every class.
 */
const unseen =
  '\\x00-\\x1F\\x7F-\\x9F\\xAD\\u034F\\u061C\\u115F\\u1160\\u180E' +
  '\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0';

/** Spaces of every width. */
const blank = ' \\xA0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000';

const shownOnly = `^[^${unseen}]*$`;
const notBlank = `^[${blank}]*[^${unseen}${blank}][^${unseen}]*$`;
const isShown = new RegExp(shownOnly);
const isBlank = new RegExp(`^[${blank}]*$`);

type Options = {
  readonly description?: string;
  readonly example?: string;
  /** Characters; 1 unless said otherwise. */
  readonly min?: number;
  /** False for identifiers, where digits mean something else than a card. */
  readonly numberRule?: boolean;
};

/**
 * A text of 1 to `max` characters (code points), kept as sent: nothing that is not seen, not only spaces unless it may be
 * empty, and, by the number rule, no card number.
 */
export const text = (max: number, { description, example, min = 1, numberRule = true }: Options = {}) =>
  z.string().check(
    z.check((payload) => {
      payload.issues.push(...textIssues(payload.value, { min, max, numberRule }));
    }),
    z.meta({
      minLength: min,
      maxLength: max,
      pattern: min > 0 ? notBlank : shownOnly,
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { examples: [example] }),
    }),
  );

/** A text that names something elsewhere: as `text`, without the number rule. */
export const identifier = (max: number, options: Omit<Options, 'numberRule'> = {}) =>
  text(max, { ...options, numberRule: false });

/** What is wrong with one text; `path` leads to it from the value that is being checked. */
export const textIssues = (
  value: string,
  { min, max, numberRule }: { readonly min: number; readonly max: number; readonly numberRule: boolean },
  path: readonly PropertyKey[] = [],
): z.core.$ZodRawIssue[] => {
  const characters = charactersOf(value, min, max);
  if (characters > max) return [tooLong(value, max, path)];
  if (characters < min) return [tooShort(value, min, path)];
  if (!isShown.test(value) || !value.isWellFormed()) return [issueOf('invalid_format', value, hidden, path)];
  if (min > 0 && isBlank.test(value)) return [issueOf('invalid_format', value, 'Must not be blank.', path)];
  return numberRule && holdsCardNumber(value) ? [issueOf('card_number_not_allowed', value, undefined, path)] : [];
};

/**
 * How many characters a text has, where that decides. JavaScript counts UTF-16 units, JSON Schema counts characters, one or
 * two units each: the promise is in characters.
 */
const charactersOf = (value: string, min: number, max: number): number => {
  const units = value.length;
  if (units > max * 2) return max + 1;
  return units <= max && units >= min * 2 ? units : [...value].length;
};

const hidden = 'Must not hold control, zero-width or bidirectional characters or broken surrogate pairs.';

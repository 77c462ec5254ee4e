import * as z from 'zod/mini';
import { holdsCardNumber } from './card-number.ts';
import { hasLetter, holdsHidden, isBlankText, tidyName } from './text.ts';
import { issueOf, tooLong, tooShort } from './validation.ts';

/** The patterns of texts in the document: the whole list of hidden characters would be a third of some requests. */
export const printedText =
  '^[^\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*$';
export const printedEmptyText = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';
/** Not every dialect of regular expressions knows the letters of all scripts, so this pattern takes more. */
const printedName = '^[^\\x00-\\x1F\\x7F-\\x9F]*[^\\x00-@\\[-`{-\\xA0][^\\x00-\\x1F\\x7F-\\x9F]*$';

/** The schema that every text begins as: one for all, since a function makes each at its start. */
export const anyString = z.string();

type Options = {
  readonly description?: string;
  readonly example?: string;
  /** Characters; 1 unless said otherwise. */
  readonly min?: number;
  /** False for identifiers, where digits mean something else than a card. */
  readonly numberRule?: boolean;
  /** True for names of persons. */
  readonly needsLetter?: boolean;
  /** Makes what is stored from what was sent; without it a text is kept as sent. */
  readonly tidied?: (sent: string) => string;
};

/**
 * A text of 1 to `max` characters (code points), kept as sent. It has no character that is not
 * seen, and not only spaces unless it may be empty; by the number rule it has no card number.
 * Characters are counted as sent; the other rules are of what is stored.
 */
export const text = (max: number, options: Options = {}) => {
  const { description, example, min = 1, numberRule = true, needsLetter = false, tidied } = options;
  return anyString.check(
    z.check((payload) => {
      const sent = payload.value;
      const length = lengthIssues(sent, { min, max });
      if (tidied && length.length === 0) payload.value = tidied(sent);
      const rules = { min, numberRule, needsLetter };
      payload.issues.push(...(length.length > 0 ? length : contentIssues(payload.value, rules)));
    }),
    z.meta({
      minLength: min,
      maxLength: max,
      pattern: patternOf(min, needsLetter),
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { examples: [example] }),
    }),
  );
};

const patternOf = (min: number, needsLetter: boolean): string => {
  if (needsLetter) return printedName;
  return min > 0 ? printedText : printedEmptyText;
};

/**
 * A field as responses show it: what is stored stays readable when the rules of its input become stricter. The reference
 * shows a named field, or one that was made from it, by its name.
 */
export const stored = (field: z.ZodMiniType<string>) => {
  const { description, examples } = z.globalRegistry.get(field) ?? {};
  const isNamed = [field, field._zod.parent].some(
    (one) => one && z.globalRegistry.get(one)?.id !== undefined,
  );
  return anyString.check(
    z.meta({
      ...(description === undefined ? {} : { description }),
      ...(examples === undefined ? {} : { examples }),
      ...(isNamed ? { printed: field } : {}),
    }),
  );
};

/** A text that names something elsewhere: as `text`, without the number rule. */
export const identifier = (max: number, options: Omit<Options, 'numberRule'> = {}) =>
  text(max, { ...options, numberRule: false });

/** A name of 1 to `max` characters: as `text`, but stored tidied. */
export const nameOf = (max: number, options: Omit<Options, 'tidied'> = {}) =>
  text(max, { ...options, tidied: tidyName });

type Rules = Required<Pick<Options, 'min' | 'numberRule'>> & Pick<Options, 'needsLetter'>;
type Issues = z.core.$ZodRawIssue[];
type Path = readonly PropertyKey[];

/** The issues of one text; `path` leads to it from the checked value. */
export const textIssues = (
  value: string,
  { max, ...rules }: Rules & { readonly max: number },
  path: Path = [],
): Issues => {
  const length = lengthIssues(value, { min: rules.min, max }, path);
  return length.length > 0 ? length : contentIssues(value, rules, path);
};

const lengthIssues = (
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
  path: Path = [],
): Issues => {
  const characters = charactersOf(value, min, max);
  if (characters > max) return [tooLong(value, max, path)];
  return characters < min ? [tooShort(value, min, path)] : [];
};

const contentIssues = (
  value: string,
  { min, numberRule, needsLetter = false }: Rules,
  path: Path = [],
): Issues => {
  if (holdsHidden(value)) return [issueOf('invalid_format', value, hiddenDetail, path)];
  if (min > 0 && isBlankText(value))
    return [issueOf('invalid_format', value, 'Must not be blank.', path)];
  if (numberRule && holdsCardNumber(value))
    return [issueOf('card_number_not_allowed', value, undefined, path)];
  return needsLetter && !hasLetter(value)
    ? [issueOf('invalid_format', value, 'Must have a letter.', path)]
    : [];
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

const hiddenDetail =
  'Must not have control, zero-width or bidirectional characters or broken surrogate pairs. Joiners are allowed between letters that need them.';

/** A name of something: 1 to 100 characters, not blank, nothing hidden, no card number. */
export const Name = nameOf(100, { description: 'A name, 1 to 100 characters.', example: 'Ada' });

/** A name of a person or of a recipient: as `Name`, with at least one letter. */
export const PersonName = nameOf(100, {
  description: 'A name, 1 to 100 characters, at least one of them a letter.',
  example: 'Ada',
  needsLetter: true,
});

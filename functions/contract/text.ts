import * as z from 'zod/mini';
import { holdsCardNumber } from '../domain/card-number-rule.ts';
import { issueOf, tooLong, tooShort } from './issues.ts';

/** No C0, DEL or C1 control character; written with escapes that every regular expression dialect knows. */
const pattern = '^[^\\x00-\\x1f\\x7f-\\x9f]*$';
const withoutControls = new RegExp(pattern);

type Options = {
  readonly description?: string;
  readonly example?: string;
  /** Characters; 1 unless said otherwise. */
  readonly min?: number;
  /** False for identifiers, where digits mean something else than a card. */
  readonly numberRule?: boolean;
};

/** A text of 1 to `max` characters (code points), kept as sent: no control characters and, by the number rule, no card number. */
export const text = (max: number, { description, example, min = 1, numberRule = true }: Options = {}) =>
  z.string().check(
    z.check((payload) => {
      payload.issues.push(...textIssues(payload.value, { min, max, numberRule }));
    }),
    z.meta({
      minLength: min,
      maxLength: max,
      pattern,
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
  // JavaScript counts UTF-16 units, JSON Schema counts characters: the promise is in characters.
  const characters = value.length > max * 2 ? max + 1 : [...value].length;
  if (characters > max) return [tooLong(value, max, path)];
  if (characters < min) return [tooShort(value, min, path)];
  if (!withoutControls.test(value) || !value.isWellFormed())
    return [issueOf('invalid_format', value, 'Must not hold control characters or broken surrogate pairs.', path)];
  return numberRule && holdsCardNumber(value) ? [issueOf('card_number_not_allowed', value, undefined, path)] : [];
};

import { ApiError } from '../../../client/src/api-error.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

/** The texts of the page; `{business}` and the like are filled in. */
export type Texts = typeof en;

const languages: Readonly<Record<string, Texts>> = { en, de };

/** The first language of the browser that the page has; English otherwise. */
export const languageOf = (preferred: readonly string[]): string =>
  preferred
    .map((one) => one.slice(0, 2).toLowerCase())
    .find((one) => Object.keys(languages).includes(one)) ?? 'en';

/** The texts of a language. */
export const textsOf = (language: string): Texts => languages[language] ?? en;

/** The sentence about an error, for people. */
export const errorText = ({ errors }: Texts, error: unknown): string => {
  if (!(error instanceof ApiError)) return errors.unreachable;
  if (error.status === 401) return errors.ended;
  if (error.code === 'validation_failed') return errors.invalid;
  return error.code === 'document_limit_reached' ? errors.limit : errors.other;
};

/** The sentence about each field's error, by the field's pointer. */
export const fieldErrorsOf = (
  { items }: Texts,
  error: unknown,
): Readonly<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.errors.flatMap((item) =>
          'pointer' in item
            ? [[item.pointer, items[item.code as keyof Texts['items']] ?? items.other]]
            : [],
        ),
      )
    : {};

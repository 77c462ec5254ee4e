import { createElement, Fragment, type ReactNode } from 'react';
import { filled } from '../../../onboarding/src/texts/filled.ts';
import en from './en.json' with { type: 'json' };
import { language, loaded } from './language.ts';

/** Every text that a person reads, in the language of the page; a key that a language lacks is a type error. */
export const t = loaded ?? en;

export { filled };

/** A text by a code of the API; undefined for a code of a later version. */
export const textOf = (
  texts: Readonly<Record<string, string>>,
  code: string,
): string | undefined => (Object.hasOwn(texts, code) ? texts[code] : undefined);

/** A text whose gaps hold links, times or other parts of a page. */
export const sentence = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  text
    .split(/\{(\w+)\}/)
    .map((part, at) =>
      createElement(
        at % 2 === 0 ? Fragment : 'bdi',
        { key: at },
        at % 2 === 0 ? part : values[part],
      ),
    );

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/** A whole number, as the language writes it. */
export const number = (count: number): string => numbers.format(count);

const signedNumbers = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' });

/** A number with its sign: how much something has changed. */
export const signed = (change: number): string => signedNumbers.format(change);

/** The form of a text for a number, which fills `{count}`: “1 failure”, “2 failures”. */
export const counted = (
  forms: Readonly<Record<'one' | 'other', string>>,
  count: number,
  values = {},
): string =>
  filled(plurals.select(count) === 'one' ? forms.one : forms.other, {
    count: number(count),
    ...values,
  });

/** A name within a sentence: English writes it small. */
export const inSentence = (name: string): string => (language === 'en' ? name.toLowerCase() : name);

import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

/** Every text of the sign-in's pages; `{email}` and the like are filled in. The managed login of Cognito has these languages too. */
export type Texts = typeof en;

/** Why a step is rejected. */
export type Problem = keyof Texts['problems'];

const languages: Readonly<Record<string, Texts>> = { en, de };

/** The language that `lang` asks for, as for Cognito; English otherwise. */
export const languageOf = (lang: string | null): string =>
  lang !== null && Object.hasOwn(languages, lang) ? lang : 'en';

/** Its texts. */
export const textsOf = (language: string): Texts => languages[language] ?? en;

/** A text with its gaps filled in. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** So many minutes, from one on, as the language writes them. */
export const minutesIn = (language: string, wait_ms: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    Math.ceil(wait_ms / 60_000),
  );

import { remember, remembered } from '../storage.ts';
import type en from './en.json';

/** Every text of the dashboard. */
type Texts = typeof en;

/** The languages: how each is called by its own people, how it writes dates, and its texts, but for those of English. */
export const languages = {
  en: { name: 'English', dates: 'en-GB', texts: undefined },
  de: {
    name: 'Deutsch',
    dates: 'de-DE',
    texts: async (): Promise<Texts> =>
      (await import('./de.json', { with: { type: 'json' } })).default,
  },
} as const;

/** A language of the dashboard, as Intl takes it. */
export type Language = keyof typeof languages;

/** All of them. */
export const languageNames = Object.keys(languages) as readonly Language[];

const storageKey = 'dashboard.language';

/** The first of some languages, such as those of the browser, that the dashboard has; English otherwise. */
export const languageOf = (preferred: readonly string[]): Language =>
  preferred
    .map((one) => one.slice(0, 2).toLowerCase())
    .flatMap((one) => languageNames.filter((name) => name === one))[0] ?? 'en';

/** The chosen language, or the browser's: the sign-in page gets it before the texts are loaded. */
export const wanted = languageOf([remembered(storageKey) ?? '', ...navigator.languages]);

/** The language of the page until it is loaded again: the chosen one, or the browser's, once its texts are there. */
export let language: Language = 'en';

/** Its texts; undefined for English, which the pages bring. */
export let loaded: Texts | undefined;

/** Loads the texts that are wanted; without them the page speaks English. Comes before the pages, which read them at once. */
export const loadLanguage = async (): Promise<void> => {
  loaded = await languages[wanted].texts?.().catch(() => undefined);
  if (loaded) language = wanted;
  document.documentElement.lang = language;
};

/** Keeps another language and loads the page again in it. */
export const chooseLanguage = (next: Language): void => {
  remember(storageKey, next);
  location.reload();
};

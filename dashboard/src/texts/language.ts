/** The languages: how each is called by its own people, how it writes dates, and its texts, of which only one is loaded. */
export const languages = {
  en: {
    name: 'English',
    dates: 'en-GB',
    texts: () => import('./en.json', { with: { type: 'json' } }),
    messages: () => import('@cloudscape-design/components/i18n/messages/all.en'),
  },
  de: {
    name: 'Deutsch',
    dates: 'de-DE',
    texts: () => import('./de.json', { with: { type: 'json' } }),
    messages: () => import('@cloudscape-design/components/i18n/messages/all.de'),
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

/** A browser can forbid storage: then its own languages count alone. */
const chosen = (): string[] => {
  try {
    return [localStorage.getItem(storageKey) ?? ''];
  } catch {
    return [];
  }
};

/** The language of the page until it is loaded again: the chosen one, or the browser's. */
export const language = languageOf([...chosen(), ...navigator.languages]);

/** Keeps another language and loads the page again in it. */
export const chooseLanguage = (next: Language): void => {
  localStorage.setItem(storageKey, next);
  location.reload();
};

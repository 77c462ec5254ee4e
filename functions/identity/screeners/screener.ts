import { scriptsNotCompared } from './scripts.ts';

/** The subject of a screening: a person or an organisation, as its business knows it. */
export type ScreeningSubject = {
  /** The customer's id, or that of a person of a business. */
  readonly id: string;
  readonly type: 'person' | 'organization';
  /** Full names, the one in its own letters first, then the one in Latin letters. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD`; null where it is not known, as of an organisation. */
  readonly birth_date: string | null;
  /** ISO 3166-1 alpha-2; null where it is not known. */
  readonly nationality: string | null;
  /** The country of the address or of incorporation, ISO 3166-1 alpha-2. */
  readonly country: string | null;
};

/** The subjects of a match; the lists of states have sanctions only, other sources more. */
export const matchCategories = ['sanction', 'pep', 'adverse'] as const;

/** An entry of a list that may be about the subject. It is never a decision. */
export type ListMatch = {
  /** The list or data set: `ofac`, `eu`, `un`, `uk`, or the source's own name. */
  readonly list: string;
  /** The entry's id on that list, as its publisher writes it. */
  readonly entry_id: string;
  /** The name on the list that is most alike. */
  readonly name: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly categories: readonly (typeof matchCategories)[number][];
  /** Where a person reads about it. */
  readonly url: string;
};

/** The answer about one subject: what was searched, and the matches, the best first. */
export type ScreeningAnswer = {
  readonly list_version: string;
  readonly matches: readonly ListMatch[];
  /** ISO 15924: the scripts for which no name of the subject could be compared; none where one could. */
  readonly not_compared: readonly string[];
};

/** The scripts for which none of these names can be compared by letters; none where one of them can. */
export const notComparedIn = (names: readonly string[]): readonly string[] => {
  const scripts = names.map(scriptsNotCompared);
  return scripts.some((one) => one.length === 0) ? [] : [...new Set(scripts.flat())].sort();
};

/** The screening settings of an environment (`SCREENING`). */
export type ScreeningSettings =
  | { readonly by: 'none' | 'simulator' }
  | { readonly by: 'lists'; readonly score_min: number }
  | {
      readonly by: 'yente';
      /** Without a slash at its end. */
      readonly base: string;
      readonly dataset: string;
      readonly score_min: number;
      /** The name of the secret with its API key. */
      readonly token_secret?: string;
    };

/**
 * From which score on an entry is a match where an environment says nothing. With it no match is missed that Moov Watchman scores
 * above 0.95 on its own copy of OFAC's list, and a name has 1.3 matches (`npm run check:outside -- watchman`).
 */
export const listed_score_min = 0.86;

/** The same of yente: the score from which it calls an entry a match itself (SCORE_THRESHOLD in its settings.py). */
export const yente_score_min = 0.7;

/**
 * A screener looks for subjects on lists. It changes nothing and may be asked any number of times.
 */
export type Screener = {
  readonly screen: (subject: ScreeningSubject) => Promise<ScreeningAnswer>;
  /** The version that `screen` would answer with; undefined where there is none yet. */
  readonly version: () => Promise<string | undefined>;
};

/** So many matches of one subject are kept, the best. */
export const matches_max = 20;

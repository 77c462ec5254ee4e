import { all as countries } from 'iso-3166-1';
import { plainWords } from '../plain-words.ts';

/** The lists of states that are screened against. */
export const listNames = ['ofac', 'eu', 'un', 'uk'] as const;
export type ListName = (typeof listNames)[number];

/** One entry of a list in a form of ours. */
export type Entry = {
  readonly list: ListName;
  readonly id: string;
  readonly type: 'person' | 'organization' | 'other';
  /** The primary name first. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD`, `YYYY`, or `YYYY/YYYY` for a time between two years. */
  readonly births: readonly string[];
  /** Nationalities of a person, countries of an organisation's addresses: ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
};

/** Every value once, without those that are empty. */
export const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(
    values.map((value) => value?.trim().replace(/\s+/g, ' ') ?? '').filter((value) => value !== ''),
  ),
];

const codes = new Set(countries().map(({ alpha2 }) => alpha2));
const inEnglish = new Intl.DisplayNames('en', { type: 'region' });
const minor = new Set(['the', 'of', 'and']);

/** The words of a country's name that matter, whatever their order. */
const countryWords = (name: string): string =>
  plainWords(name)
    .filter((word) => !minor.has(word))
    .sort()
    .join(' ');

/** By the formal name (`Syrian Arab Republic`) and by the one that people use (`Syria`). */
const codesByName = new Map(
  countries().flatMap(({ alpha2, country }) =>
    [country, country.replace(/[,(].*/, ''), inEnglish.of(alpha2) ?? country]
      .reverse()
      .map((name) => [countryWords(name), alpha2] as const),
  ),
);
// Two states, and more than one list says only this.
codesByName.delete('congo');
codesByName.set('congo democratic republic', 'CD');

/** The code of a country that a list names (`Russia`, `Iran`, `DE`); undefined for what is not clear. */
export const countryCode = (name: string): string | undefined => {
  const code = name.trim().toUpperCase();
  return codes.has(code) ? code : codesByName.get(countryWords(name));
};

/** The codes of the countries that are named. */
export const countryCodes = (names: readonly (string | undefined)[]): string[] =>
  distinct(names.map((name) => name && countryCode(name)));

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A birth date as lists write it (`12 Jan 1970`, `12/01/1970`, `1970-01-12`, `circa 1970`, `1968 to 1970`); what else has a year is that year. */
export const birthOf = (text: string): string | undefined => {
  const years = [...text.matchAll(/\b(1[89]\d\d|20\d\d)\b/g)].map(([year]) => year);
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined) return undefined;
  if (first !== last) return `${first}/${last}`;
  const [, day, month] =
    /^(\d{1,2})[ /](\d{1,2}|[A-Za-z]{3})[a-z]*[ /]\d{4}$/.exec(text.trim()) ?? [];
  const number = month === undefined ? 0 : Number(month) || months.indexOf(month.toLowerCase()) + 1;
  if (day !== undefined && Number(day) > 0 && number > 0)
    return `${first}-${two(number)}-${two(Number(day))}`;
  return /^\d{4}-\d\d-\d\d/.exec(text.trim())?.[0] ?? first;
};

const two = (number: number) => String(number).padStart(2, '0');

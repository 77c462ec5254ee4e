import type { ScreeningSubject } from '../screener.ts';
import type { Entry } from './entry.ts';

/** Whether an entry can be about a subject at all. Entries of ships and aircraft are compared with organisations. */
export const isComparable = ({ type }: ScreeningSubject, entry: Entry): boolean =>
  type === 'person' ? entry.type === 'person' : entry.type !== 'person';

/** Whether an entry has exactly the subject's birth date. */
export const hasBirthDate = ({ births }: Entry, { birth_date }: ScreeningSubject): boolean =>
  birth_date !== null && births.includes(birth_date);

/** Other known data changes the score of the name: by how much, and up to 1. */
export const adjusted = (similarity: number, subject: ScreeningSubject, entry: Entry): number => {
  const change =
    birthChange(subject.birth_date, entry.births) + countryChange(subject, entry.countries);
  return Math.min(1, similarity + change);
};

/** The same day says most; another year separates people of one name, as lists are often wrong by one or two. */
const birthChange = (birthDate: string | null, births: readonly string[]): number => {
  if (birthDate === null || births.length === 0) return 0;
  if (births.includes(birthDate)) return 0.04;
  const year = Number(birthDate.slice(0, 4));
  const away = Math.min(...births.map((birth) => yearsAway(year, birth)));
  return away === 0 ? 0.02 : away <= uncertain_years ? 0 : -0.15;
};

const uncertain_years = 2;

const yearsAway = (year: number, birth: string): number => {
  const [from = 0, to = from] = birth.split('/').map((date) => Number(date.slice(0, 4)));
  return Math.max(from - year, year - to, 0);
};

/** A nationality that is not on the list lowers a little: people have several. */
const countryChange = (
  { type, nationality, country }: ScreeningSubject,
  listed: readonly string[],
): number => {
  const known = type === 'person' ? nationality : country;
  if (known === null || listed.length === 0) return 0;
  return listed.includes(known) ? 0.01 : -0.03;
};

import { withoutLegalForms } from '../legal-forms.ts';
import { companySimilarity, personSimilarity } from '../names.ts';
import { wordsThatDiffer } from '../person-words.ts';
import { areComparable, type NameReading, readingsOf } from '../readings.ts';
import { type ListMatch, matches_max, type ScreeningSubject } from '../screener.ts';
import { syllabicSimilarity } from '../syllables.ts';
import type { Entry } from './entry.ts';
import { adjusted, hasBirthDate, isComparable } from './person.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** Finds the entries that may be about a subject: those of at least this score, the best first. */
export type Search = (subject: ScreeningSubject, score_min: number, most?: number) => ListMatch[];

/** One way to read one name of an entry. */
type Name = { readonly entry: Entry; readonly name: string; readonly reading: NameReading };

/**
 * Makes entries searchable, in memory. A subject is compared only with names that have words like its own: words are found
 * in the vocabulary of all names, names by their words.
 */
export const searchIn = (entries: readonly Entry[]): Search => {
  const names = entries.flatMap((entry) =>
    entry.names.flatMap((name) =>
      readingsOf(name, kindOf(entry), listsNothing).map(
        (reading): Name => ({ entry, name, reading }),
      ),
    ),
  );
  const vocabulary = vocabularyOf(
    names.map(({ reading, entry }) => distinctive(reading.words, kindOf(entry))),
  );
  return (subject, score_min, most = matches_max) => {
    const best = new Map<Entry, { name: string; score: number }>();
    for (const reading of subject.names.flatMap((name) =>
      readingsOf(name, subject.type, vocabulary.hasSpelling),
    ))
      for (const listed of candidates(
        distinctive(reading.words, subject.type),
        names,
        vocabulary,
      )) {
        const { entry, name } = listed;
        if (!isComparable(subject, entry) || !areComparable(reading, listed.reading)) continue;
        const similarity = similarityOf(subject, reading, listed);
        // Nothing raises a name that is not alike.
        if (similarity < score_min - 0.05) continue;
        const score = rounded(adjusted(similarity, subject, entry));
        if (score >= score_min && score > (best.get(entry)?.score ?? 0))
          best.set(entry, { name, score });
      }
    return [...best]
      .map(([entry, { name, score }]) => matchOf(entry, name, score))
      .sort((one, other) => other.score - one.score || one.entry_id.localeCompare(other.entry_id))
      .slice(0, most);
  };
};

/** Entries of ships and aircraft are read like companies. */
const kindOf = ({ type }: Entry): ScreeningSubject['type'] =>
  type === 'person' ? 'person' : 'organization';

const listsNothing = () => false;

const distinctive = (words: readonly string[], type: ScreeningSubject['type']) =>
  type === 'person' ? wordsThatDiffer(words) : withoutLegalForms(words);

/** A middle name that the list does not have costs nothing where the birth date says that it is the same person. */
const similarityOf = (
  subject: ScreeningSubject,
  own: NameReading,
  { entry, reading }: Name,
): number => {
  const { words, full } = own;
  if (subject.type !== 'person') return companySimilarity(words, reading.words);
  if (isOfSyllables(own)) return ofSyllables(own, reading);
  if (isOfSyllables(reading)) return ofSyllables(reading, own);
  const options = { isMiddleFree: hasBirthDate(entry, subject) };
  const similarity = personSimilarity(words, reading.words, options);
  // A name of a title and one other word keeps the title.
  const isKept = words.length === full.length && reading.words.length < reading.full.length;
  return isKept ? Math.max(similarity, personSimilarity(full, reading.full, options)) : similarity;
};

const isOfSyllables = ({ script, isAsWritten }: NameReading): boolean =>
  !isAsWritten && (script === 'Hani' || script === 'Hang');

const ofSyllables = ({ full }: NameReading, other: NameReading): number =>
  Math.max(syllabicSimilarity(full, other.full), syllabicSimilarity(full, other.words));

const rounded = (score: number): number => Math.round(score * 1000) / 1000;

/** The names of which so much of the subject's name is found, by length. */
const found_min = 0.5;

const candidates = (
  words: readonly string[],
  names: readonly Name[],
  vocabulary: Vocabulary,
): Name[] => {
  const found = new Map<number, number>();
  for (const word of words) {
    const ofWord = new Map<number, number>();
    for (const [similar, similarity] of vocabulary.similarTo(word))
      for (const position of vocabulary.textsWith(similar))
        if (similarity > (ofWord.get(position) ?? 0)) ofWord.set(position, similarity);
    for (const [position, similarity] of ofWord)
      found.set(position, (found.get(position) ?? 0) + similarity * word.length);
  }
  const needed = found_min * words.reduce((sum, { length }) => sum + length, 0);
  return [...found].flatMap(([position, sum]) => (sum >= needed ? (names[position] ?? []) : []));
};

const matchOf = (entry: Entry, name: string, score: number): ListMatch => ({
  list: entry.list,
  entry_id: entry.id,
  name,
  score,
  categories: ['sanction'],
  url: urlOf(entry),
});

/** Where a person reads about an entry: its page where there is one of its own, else the list's. */
const urlOf = ({ list, id }: Pick<Entry, 'list' | 'id'>): string =>
  ({
    ofac: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(id)}`,
    eu: 'https://www.sanctionsmap.eu/',
    un: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
    uk: 'https://search-uk-sanctions-list.service.gov.uk/',
  })[list];

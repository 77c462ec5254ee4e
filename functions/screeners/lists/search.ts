import { LRUCache } from 'lru-cache';
import { distinctiveWords, nameSimilarity, wordSimilarity, wordsOf } from '../names.ts';
import { type ListMatch, matches_max, type ScreeningSubject } from '../screener.ts';
import type { Entry } from './entry.ts';
import { adjusted, isComparable } from './person.ts';

/** Finds the entries that may be about a subject: those of at least this score, the best first. */
export type Search = (subject: ScreeningSubject, score_min: number, most?: number) => ListMatch[];

type Name = { readonly entry: Entry; readonly name: string; readonly words: readonly string[] };

/**
 * Makes entries searchable, in memory. A subject is compared only with names that have words like its own: words are found
 * by the pairs of letters that they have in common, names by their words.
 */
export const searchIn = (entries: readonly Entry[]): Search => {
  const names = entries.flatMap((entry) => entry.names.map((name): Name => ({ entry, name, words: wordsOf(name) })));
  const vocabulary = [...new Set(names.flatMap(({ words }) => words))];
  const namesByWord = inverted(names.map(({ words }) => distinctiveWords(words)));
  const wordsByPair = inverted(vocabulary.map(pairsOfLetters));
  const known = new LRUCache<string, ReadonlyMap<string, number>>({ max: cached_words_max });
  const similarWords = (word: string) => {
    const found = known.get(word) ?? similarTo(word, vocabulary, wordsByPair);
    known.set(word, found);
    return found;
  };
  return (subject, score_min, most = matches_max) => {
    const best = new Map<Entry, { name: string; score: number }>();
    for (const words of subject.names.map(wordsOf))
      for (const { entry, name, words: listed } of candidates(
        distinctiveWords(words),
        names,
        namesByWord,
        similarWords,
      )) {
        if (!isComparable(subject, entry)) continue;
        const similarity = nameSimilarity(words, listed);
        // Nothing raises a name that is not alike.
        if (similarity < score_min - 0.05) continue;
        const score = adjusted(similarity, subject, entry);
        if (score >= score_min && score > (best.get(entry)?.score ?? 0)) best.set(entry, { name, score });
      }
    return [...best]
      .map(([entry, { name, score }]) => matchOf(entry, name, score))
      .sort((one, other) => other.score - one.score || one.entry_id.localeCompare(other.entry_id))
      .slice(0, most);
  };
};

/** Words whose similar ones are remembered: first names come again and again. */
const cached_words_max = 20_000;

/** The names of which so much of the subject's name is found, by length. */
const found_min = 0.5;

const candidates = (
  words: readonly string[],
  names: readonly Name[],
  namesByWord: ReadonlyMap<string, readonly number[]>,
  similarWords: (word: string) => ReadonlyMap<string, number>,
): Name[] => {
  const found = new Map<number, number>();
  for (const word of words) {
    const ofWord = new Map<number, number>();
    for (const [similar, similarity] of similarWords(word))
      for (const position of namesByWord.get(similar) ?? [])
        if (similarity > (ofWord.get(position) ?? 0)) ofWord.set(position, similarity);
    for (const [position, similarity] of ofWord)
      found.set(position, (found.get(position) ?? 0) + similarity * word.length);
  }
  const needed = found_min * words.reduce((sum, { length }) => sum + length, 0);
  return [...found].flatMap(([position, sum]) => (sum >= needed ? (names[position] ?? []) : []));
};

/** The words of the vocabulary that are like this one, or begin or end with it. */
const similarTo = (
  word: string,
  vocabulary: readonly string[],
  wordsByPair: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<string, number> => {
  const pairs = pairsOfLetters(word);
  const shared = new Map<number, number>();
  for (const pair of pairs)
    for (const position of wordsByPair.get(pair) ?? []) shared.set(position, (shared.get(position) ?? 0) + 1);
  const similar = new Map<string, number>();
  for (const [position, count] of shared) {
    const other = vocabulary[position] ?? '';
    if (count < shared_min * Math.min(pairs.length, other.length + 1)) continue;
    const similarity = wordSimilarity(word, other) || partOf(word, other);
    if (similarity > 0) similar.set(other, similarity);
  }
  return similar;
};

/** Words that are alike share at least so many of the pairs of letters of the shorter one. */
const shared_min = 0.3;

/** Words that are written together elsewhere: `abdul` and `rahman` in `abdulrahman`. */
const partOf = (one: string, other: string): number => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 2 && (long.startsWith(short) || long.endsWith(short)) ? short.length / long.length : 0;
};

/** Pairs of neighbouring letters, the beginning and the end being letters too. */
const pairsOfLetters = (word: string): string[] => {
  const marked = `^${word}$`;
  return [...new Set(Array.from({ length: marked.length - 1 }, (_, at) => marked.slice(at, at + 2)))];
};

/** Which positions have this text? */
const inverted = (texts: readonly (readonly string[])[]): Map<string, number[]> => {
  const positions = new Map<string, number[]>();
  texts.forEach((all, position) => {
    for (const text of new Set(all)) {
      const known = positions.get(text);
      if (known) known.push(position);
      else positions.set(text, [position]);
    }
  });
  return positions;
};

const matchOf = (entry: Entry, name: string, score: number): ListMatch => ({
  list: entry.list,
  entry_id: entry.id,
  name,
  score: Math.round(score * 1000) / 1000,
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

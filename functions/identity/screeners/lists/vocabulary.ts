import { LRUCache } from 'lru-cache';
import { spellingOf } from '../spelling.ts';
import { isVowelless, skeletonsOf } from '../vowelless.ts';
import { wordSimilarity } from '../word-similarity.ts';

/** The words of many texts, and which texts have them. */
export type Vocabulary = {
  /** The words that are like this one, or begin or end with it, and how much. */
  readonly similarTo: (word: string) => ReadonlyMap<string, number>;
  /** The positions of the texts that have the word. */
  readonly textsWith: (word: string) => readonly number[];
  readonly hasSpelling: (spelling: string) => boolean;
};

/** Makes a vocabulary. Words are found by the pairs of letters that they have in common, those without vowels by the rest. */
export const vocabularyOf = (texts: readonly (readonly string[])[]): Vocabulary => {
  const textsByWord = inverted(texts);
  const words = [...textsByWord.keys()];
  const wordsByPair = inverted(words.map(pairsOfLetters));
  const spellings = once(() => new Set(words.map(spellingOf)));
  const bySkeleton = once(() => inverted(words.map(skeletonsOf)));
  const vowelless = words.filter(isVowelless);
  const known = new LRUCache<string, ReadonlyMap<string, number>>({ max: cached_words_max });
  const ofSkeleton = (word: string): string[] => {
    if (!isVowelless(word) && vowelless.length === 0) return [];
    const positions = skeletonsOf(word).flatMap((skeleton) => bySkeleton().get(skeleton) ?? []);
    return [...new Set(positions)].flatMap((position) => words[position] ?? []);
  };
  return {
    similarTo: (word) => {
      const found =
        known.get(word) ??
        similarTo(word, [...withPairsOf(word, words, wordsByPair), ...ofSkeleton(word)]);
      known.set(word, found);
      return found;
    },
    textsWith: (word) => textsByWord.get(word) ?? [],
    hasSpelling: (spelling) => spellings().has(spelling),
  };
};

/** Words whose similar ones are remembered: first names come again and again. */
const cached_words_max = 20_000;

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const similarTo = (word: string, others: readonly string[]): ReadonlyMap<string, number> => {
  const similar = new Map<string, number>();
  for (const other of others) {
    const similarity = wordSimilarity(word, other) || partOf(word, other);
    if (similarity > 0) similar.set(other, similarity);
  }
  return similar;
};

/** The words that share enough of the pairs of letters of the shorter one. */
const withPairsOf = (
  word: string,
  words: readonly string[],
  wordsByPair: ReadonlyMap<string, readonly number[]>,
): string[] => {
  if (isVowelless(word)) return [];
  const pairs = pairsOfLetters(word);
  const shared = new Map<number, number>();
  for (const pair of pairs)
    for (const position of wordsByPair.get(pair) ?? [])
      shared.set(position, (shared.get(position) ?? 0) + 1);
  return [...shared].flatMap(([position, count]) => {
    const other = words[position] ?? '';
    return count < shared_min * Math.min(pairs.length, other.length + 1) ? [] : [other];
  });
};

/** Words that are alike share at least so many of the pairs of letters of the shorter one. */
const shared_min = 0.3;

/** Words that are written together elsewhere: `abdul` and `rahman` in `abdulrahman`. */
const partOf = (one: string, other: string): number => {
  if (isVowelless(one) !== isVowelless(other)) return 0;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 2 && (long.startsWith(short) || long.endsWith(short))
    ? short.length / long.length
    : 0;
};

/** Pairs of neighbouring letters, the beginning and the end being letters too. */
const pairsOfLetters = (word: string): string[] => {
  const marked = `^${word}$`;
  return [
    ...new Set(Array.from({ length: marked.length - 1 }, (_, at) => marked.slice(at, at + 2))),
  ];
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

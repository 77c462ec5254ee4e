import { spellingOf } from './spelling.ts';
import { spelled_otherwise, wordSimilarity } from './word-similarity.ts';

type Words = readonly string[];

/**
 * How much a person's name that was read from Han or Hangul is like one in Latin letters, from 0 to 1. Its words are the surname and
 * the syllables of the given name, which are few and alike: `Cheng` and `Cheung` are two names. So the surname is the first or
 * the last word of the other name, the given name is in one piece, and each is the same but for the spelling.
 */
export const syllabicSimilarity = ([surname = '', ...given]: Words, other: Words): number => {
  const [name, isShort] = [given.join(''), given.length === 1 && isSyllable(given[0] ?? '')];
  const all = lengthOf(other);
  let best = 0;
  for (const { surnames, rest, isApart } of splitsOf(other)) {
    const ofSurname = isApart ? Number(surname === surnames) : sameness(surname, surnames);
    if (ofSurname === 0) continue;
    for (let from = 0; from < rest.length; from += 1)
      for (let to = from + 1; to <= Math.min(rest.length, from + words_max); to += 1) {
        const ofGiven = sameness(name, rest.slice(from, to).join(''));
        const left = [...rest.slice(0, from), ...rest.slice(to)];
        // With another syllable it is another name. With a word of another kind it is one more name of this person.
        if (ofGiven === 0 || (isShort && left.some(isSyllable))) continue;
        const similarity =
          (ofSurname * surname.length + ofGiven * name.length) / (surname.length + name.length);
        best = Math.max(best, similarity * (1 - (0.15 * lengthOf(left)) / all));
      }
  }
  return best * read_only;
};

/** A reading says less than letters: several characters have it. So another year of birth is enough for another person. */
const read_only = 0.97;

/** A given name has so many syllables at the most that are written apart. */
const words_max = 3;

type Split = { readonly surnames: string; readonly rest: Words; readonly isApart: boolean };

/** Surnames are in front, behind, or after a name of another kind (`John LEE Ka-chiu`), and some have two syllables. */
const splitsOf = (words: Words): Split[] => {
  const splits = [1, 2]
    .filter((length) => length < words.length)
    .flatMap((length) => [
      { surnames: words.slice(0, length).join(''), rest: words.slice(length), isApart: length > 1 },
      {
        surnames: words.slice(-length).join(''),
        rest: words.slice(0, -length),
        isApart: length > 1,
      },
    ]);
  const [first = '', surnames = '', ...given] = words;
  const isSecond = given.length > 0 && !isSyllable(first);
  return isSecond ? [...splits, { surnames, rest: [first, ...given], isApart: false }] : splits;
};

const sameness = (one: string, other: string): number => {
  if (one === other) return 1;
  // `Jun` is `Yun` in German and Slavic names alone.
  if (one.startsWith('j') && other.startsWith('y')) return 0;
  if (one.startsWith('y') && other.startsWith('j')) return 0;
  // Words of Japanese are read in the one spelling.
  if (one === spellingOf(other) || spellingOf(one) === spellingOf(other)) return spelled_otherwise;
  // One letter more or less is a slip in a long word alone.
  return Math.min(one.length, other.length) < long_min ? 0 : atLeast(wordSimilarity(one, other));
};

const long_min = 7;

const atLeast = (similarity: number): number => (similarity < 0.9 ? 0 : similarity);

/** One syllable of Chinese or Korean in Latin letters. */
const isSyllable = (word: string): boolean =>
  /^[bcdfghjklmnpqrstvwxz]{0,2}[aeiouy]{1,4}(?:ng|[nmklprt])?h?$/.test(word);

const lengthOf = (words: Words): number => words.reduce((sum, { length }) => sum + length, 0);

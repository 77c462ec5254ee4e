import { jaroWinkler } from '@skyra/jaro-winkler';
import anyAscii from 'any-ascii';

/** Words of company names that say nothing about which company it is. */
const legalForms = new Set(
  'ag bv co company corp corporation gmbh inc incorporated kg limited llc llp ltd nv ojsc ooo oy plc pjsc pte pty sa sal sarl srl spa zao'.split(
    ' ',
  ),
);

/** The words of a name in Latin letters, without marks or case. */
export const wordsOf = (name: string): string[] =>
  anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['`’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** The words without legal forms, where others remain. */
export const distinctiveWords = (words: readonly string[]): readonly string[] => {
  const distinctive = words.filter((word) => !legalForms.has(word));
  return distinctive.length > 0 ? distinctive : words;
};

/** Below this, two words have nothing to do with each other. */
const alike_min = 0.75;

/**
 * How much two words are alike, from 0 to 1. Jaro-Winkler is generous to words of different lengths with the same beginning
 * (`mo`, `mohammed`), so that costs up to three tenths.
 */
export const wordSimilarity = (one: string, other: string): number => {
  if (one === other) return 1;
  const ratio = Math.min(one.length, other.length) / Math.max(one.length, other.length);
  const similarity = jaroWinkler(one, other) * (ratio < 0.9 ? 1 - (1 - ratio) * 0.3 : 1);
  return similarity < alike_min ? 0 : similarity;
};

/** How much a name is like one on a list, from 0 to 1: with legal forms (which are misspelled too) or without, whichever is more. */
export const nameSimilarity = (subject: readonly string[], listed: readonly string[]): number => {
  const [one, other] = [distinctiveWords(subject), distinctiveWords(listed)];
  const distinctive = wordsSimilarity(one, other);
  const isSame = one.length === subject.length && other.length === listed.length;
  return isSame ? distinctive : Math.max(distinctive, wordsSimilarity(subject, listed));
};

/**
 * How much words are alike, whatever their order. Each word is paired with the most
 * similar one and counts by its length. Words of the list that are left over cost up to 15 percent, as many people leave out
 * some of their names; words of the subject that are left over count in full.
 */
const wordsSimilarity = (subject: readonly string[], listed: readonly string[]): number => {
  const one = joinedAs(subject, listed);
  const other = joinedAs(listed, one);
  const taken = { one: new Set<number>(), other: new Set<number>() };
  let sum = 0;
  let matched = 0;
  for (const { a, b, similarity } of pairsOf(one, other)) {
    if (taken.one.has(a) || taken.other.has(b)) continue;
    taken.one.add(a);
    taken.other.add(b);
    const length = other[b]?.length ?? 0;
    sum += similarity * ((one[a]?.length ?? 0) + length);
    matched += length;
  }
  if (matched === 0) return 0;
  const leftOver = 0.15 * (1 - matched / lengthOf(other));
  // One word that is among others is hardly a name.
  const alone = one.length === 1 && other.length > 1 ? 0.9 : 1;
  return (sum / (lengthOf(one) + matched)) * (1 - leftOver) * alone;
};

/** All pairs of similar words, the most similar first. */
const pairsOf = (one: readonly string[], other: readonly string[]) =>
  one
    .flatMap((word, a) => other.map((against, b) => ({ a, b, similarity: wordSimilarity(word, against) })))
    .filter(({ similarity }) => similarity > 0)
    .sort((first, second) => second.similarity - first.similarity);

/** The words with neighbours put together that are one word of the other name: `abdul rahman` as `abdulrahman`. */
const joinedAs = (words: readonly string[], other: readonly string[]): readonly string[] => {
  for (let at = 0; at + 1 < words.length; at += 1) {
    const joined = `${words[at]}${words[at + 1]}`;
    const isOne = other.some(
      (word) => Math.abs(word.length - joined.length) < 3 && jaroWinkler(joined, word) > joined_min,
    );
    if (isOne && !other.includes(words[at] ?? ''))
      return joinedAs([...words.slice(0, at), joined, ...words.slice(at + 2)], other);
  }
  return words;
};

/** From here on, two words written together are taken for the one word. */
const joined_min = 0.94;

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

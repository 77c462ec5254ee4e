import { jaroWinkler } from '@skyra/jaro-winkler';
import { distance } from 'fastest-levenshtein';
import { spellingOf } from './spelling.ts';
import { isVowelless, vowellessSimilarity } from './vowelless.ts';

/** Below this, two words have nothing to do with each other. */
const alike_min = 0.75;

/** So much is left at least of words that are alike and have other endings or beginnings. */
const counted_min = 0.65;

/** The worth of another spelling of the same sounds. */
export const spelled_otherwise = 0.97;

/**
 * How much two words are alike, from 0 to 1: as written, or in the one spelling of both. Jaro-Winkler is generous to words of
 * different lengths with the same beginning (`mo`, `mohammed`), to short words, and to other endings (`Castro`, `Castillo`).
 */
export const wordSimilarity = (one: string, other: string): number => {
  if (one === other) return 1;
  if (isVowelless(one) || isVowelless(other))
    return atLeast(alike_min, vowellessSimilarity(one, other));
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? initial : 0;
  const [a, b] = [spellingOf(one), spellingOf(other)];
  if (a === b && a.length > 1) return spelled_otherwise;
  const isWritten = a === one && b === other;
  const isOther = isWritten || (a[0] !== b[0] && distance(a, b) > 1);
  const spelled = isOther
    ? 0
    : letterSimilarity(a, b, lengthRatio(one, other)) - nearly_spelled_costs;
  const bare = withoutArticle(a, b) || withoutArticle(b, a);
  const similarity = atLeast(counted_min, Math.max(letterSimilarity(one, other), spelled, bare));
  return similarity > 0 && isPatronymic(a) !== isPatronymic(b) ? 0 : similarity;
};

/** Nearly the same in the one spelling is less than nearly the same as written: the spelling has fewer letters. */
const nearly_spelled_costs = 0.1;

const atLeast = (least: number, similarity: number): number =>
  similarity < least ? 0 : similarity;

const lengthRatio = (one: string, other: string): number =>
  Math.min(one.length, other.length) / Math.max(one.length, other.length);

const letterSimilarity = (one: string, other: string, ratio = lengthRatio(one, other)): number => {
  const ofLengths = ratio < 0.9 ? 1 - (1 - ratio) * 0.3 : 1;
  if (mostOfJaroWinkler(one, other) * ofLengths < alike_min) return 0;
  const similarity = jaroWinkler(one, other) * ofLengths;
  if (similarity < alike_min) return 0;
  const edits = editsOf(one, other) / Math.max(one.length, other.length);
  // Another first letter makes another word of a short one: `air`, `fair`.
  const isOther = Math.min(one.length, other.length) <= short_max && one[0] !== other[0];
  return (
    Math.max(similarity - edits_cost * Math.max(0, edits - edits_free), 1 - edits) *
    (isOther ? 0.9 : 1)
  );
};

const counts = new Uint8Array(128);

/** No less than Jaro-Winkler, from the letters that both have: most pairs of words need no more. */
const mostOfJaroWinkler = (one: string, other: string): number => {
  counts.fill(0);
  for (let at = 0; at < one.length; at += 1)
    counts[one.charCodeAt(at) & 127] = (counts[one.charCodeAt(at) & 127] ?? 0) + 1;
  let common = 0;
  for (let at = 0; at < other.length; at += 1) {
    const letter = other.charCodeAt(at) & 127;
    const left = counts[letter] ?? 0;
    if (left === 0) continue;
    counts[letter] = left - 1;
    common += 1;
  }
  const jaro = (common / one.length + common / other.length + 1) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
};

/** Letters that were added, left out, or replaced; two that changed places are one error. */
const editsOf = (one: string, other: string): number => {
  const edits = distance(one, other);
  return edits === 2 && one.length === other.length && lettersIn(one) === lettersIn(other)
    ? 1
    : edits;
};

const lettersIn = (word: string): string => [...word].sort().join('');

const short_max = 4;

/** Up to this share of a word's letters may be others; further ones cost more than Jaro-Winkler takes. */
const edits_free = 0.25;
const edits_cost = 0.5;

/** The worth of a first letter for a word. */
const initial = 0.85;

/** `Petrovich` is a son of Petr, and no Petrov. */
const isPatronymic = (spelling: string): boolean => /[eu]v(i[ck]|na)$/.test(spelling);

/** `altaruki` is `taruki`, `elsayed` is `sayed`. */
const withoutArticle = (long: string, short: string): number =>
  short.length > 3 &&
  long.length === short.length + 2 &&
  /^[ae]l/.test(long) &&
  long.endsWith(short)
    ? spelled_otherwise
    : 0;

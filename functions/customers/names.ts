import type { CustomerProfile } from './model.ts';
import { fold, foldedEnd } from './spellings.ts';

/**
 * Letters that Unicode does not take apart, as people type them without a keyboard that has them. The sigma that ends a word is
 * a small letter of its own: as a capital, and in the middle of a name, it is the other one.
 */
const plain: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ς: 'σ' },
};

/**
 * The words of a name as a search compares them: in small letters and digits of their own script, without marks, apostrophes
 * and other signs. Characters beyond the Basic Multilingual Plane are left out, because DynamoDB sorts them otherwise than
 * JavaScript.
 */
export const wordsOfName = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ`\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[ßæœøłđðþħıς]/g, (letter) => plain[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Of longer names the end is not found. */
export const name_characters_max = 200;

/** The words of a customer’s name, the last name of a person first, with a blank between them; undefined without a name. */
export const searchedName = (customer: CustomerProfile): string | undefined => {
  const names =
    customer.type === 'individual'
      ? [customer.last_name, customer.first_name, customer.middle_name]
      : [customer.legal_name];
  const words = names.flatMap((name) => wordsOfName(name ?? '')).join(' ');
  return words.slice(0, name_characters_max) || undefined;
};

/** Scripts that write no blanks between words. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]{2,}$/u;

/**
 * Whether each of some words begins a word of a searched name, or the rest of it without its blanks: a name may be typed as
 * one word and stored as several, or the other way about. Within a script that has no blanks a part is enough. Spellings of
 * one letter are equal.
 */
export const hasWords = (name: string, words: readonly string[]): boolean => {
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return true;
  const begins = beginningOf(name);
  return begins(words.join('')) || words.every(begins);
};

const beginningOf = (name: string) => {
  const forms = [...new Set([name, fold(name)])].map((form) => {
    const parts = form.split(' ');
    return { parts, rests: parts.map((_, at) => parts.slice(at).join('')) };
  });
  return (word: string): boolean => {
    // Nothing is left of a sign that only stretches words, and nothing begins every word.
    const folded = fold(word) || word;
    return forms.some(
      ({ parts, rests }) =>
        rests.some((rest) => rest.startsWith(word) || rest.startsWith(folded)) ||
        parts.some((part) => foldedEnd(part) === foldedEnd(folded)) ||
        (unspaced.test(word) && rests[0]?.includes(word)),
    );
  };
};

/** Shorter words are too like many others. */
const edited_letters_min = 5;

/** Whether a name has each of some words, those of five letters or more with one edit at most. */
export const nearlyHasWords = (name: string, words: readonly string[]): boolean => {
  const begins = beginningOf(name);
  const parts = fold(name).split(' ');
  // What is stored as two words may have been typed as one.
  const wholes = [...parts, ...parts.slice(1).map((part, at) => `${parts[at]}${part}`)];
  const isNear = (word: string) =>
    word.length >= edited_letters_min &&
    wholes.some((whole) => whole.length >= edited_letters_min && isOneEdit(word, whole));
  return isNear(fold(words.join(''))) || words.every((word) => begins(word) || isNear(fold(word)));
};

/** Whether one letter more, less or another, or two neighbours in the other order, make one word the other. */
const isOneEdit = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
};

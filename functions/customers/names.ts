import type { CustomerProfile } from './model.ts';

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
 * one word and stored as several, or the other way about. Within a script that has no blanks a part is enough.
 */
export const hasWords = (name: string, words: readonly string[]): boolean => {
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return true;
  const parts = name.split(' ');
  const rests = parts.map((_, at) => parts.slice(at).join(''));
  const begins = (word: string) => rests.some((rest) => rest.startsWith(word));
  return (
    begins(words.join('')) || words.every((word) => begins(word) || (unspaced.test(word) && rests[0]?.includes(word)))
  );
};

import type { CustomerProfile } from './model.ts';
import { fold, foldedEnd } from './spellings.ts';

/**
 * Letters that Unicode does not take apart, as people type them without a keyboard that has them. The sigma that ends a word is
 * a small letter of its own: as a capital, and in the middle of a name, it is the other one.
 */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
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

/** The end of a longer name is not found. */
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
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]{2,}$/u;

/** Compares a searched name with the words of one search. */
export type Matcher = {
  /**
   * Whether each word begins a word of the name, or the rest of it without its blanks. A name may
   * be typed as one word and stored as several, or the other way about. Within a script that has no
   * blanks a part is enough. Spellings of one letter are equal.
   */
  readonly has: (name: string) => boolean;
  /** Whether the name has each word, those of five letters or more with one edit at most. */
  readonly nearlyHas: (name: string) => boolean;
};

/** The matcher of some words. It folds them once, because a search compares them with thousands of names. */
export const matcherOf = (words: readonly string[]): Matcher => {
  const typed = words.map(typedWord);
  const joined = typedWord(words.join(''));
  return {
    has: (name) => {
      if (typed.every(({ word }) => ` ${name}`.includes(` ${word}`))) return true;
      const forms = formsOf(name);
      return begins(forms, joined) || typed.every((one) => begins(forms, one));
    },
    nearlyHas: (name) => {
      const forms = formsOf(name);
      const wholes = wholesOf(forms.at(-1)?.parts ?? []);
      return (
        isNear(joined, wholes) || typed.every((one) => begins(forms, one) || isNear(one, wholes))
      );
    },
  };
};

/** A word as it was typed, and its spellings. */
type TypedWord = {
  readonly word: string;
  readonly folded: string;
  readonly end: string;
  readonly isUnspaced: boolean;
};

const typedWord = (word: string): TypedWord => {
  // Nothing is left of a sign that only stretches words, and nothing begins every word.
  const folded = fold(word) || word;
  return { word, folded, end: foldedEnd(folded), isUnspaced: unspaced.test(word) };
};

/** A name as it is stored, or folded. */
type NameForm = {
  readonly parts: readonly string[];
  readonly rests: readonly string[];
  readonly ends: readonly string[];
};

/** The forms of a name, the folded one last. */
const formsOf = (name: string): NameForm[] =>
  [...new Set([name, fold(name)])].map((form) => {
    const parts = form.split(' ');
    return {
      parts,
      rests: parts.map((_, at) => parts.slice(at).join('')),
      ends: parts.map(foldedEnd),
    };
  });

const begins = (
  forms: readonly NameForm[],
  { word, folded, end, isUnspaced }: TypedWord,
): boolean =>
  forms.some(
    ({ rests, ends }) =>
      rests.some((rest) => rest.startsWith(word) || rest.startsWith(folded)) ||
      ends.includes(end) ||
      (isUnspaced && rests[0]?.includes(word)),
  );

/** Shorter words are too like many others. */
const edited_letters_min = 5;

/** The words of a name, and each two neighbours as one word: what is stored as two words may have been typed as one. */
const wholesOf = (parts: readonly string[]): string[] =>
  [...parts, ...parts.slice(1).map((part, at) => `${parts[at]}${part}`)].filter(
    (whole) => whole.length >= edited_letters_min,
  );

const isNear = ({ folded }: TypedWord, wholes: readonly string[]): boolean =>
  folded.length >= edited_letters_min && wholes.some((whole) => isOneEdit(folded, whole));

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

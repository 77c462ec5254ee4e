import anyAscii from 'any-ascii';
import type { Reader } from './reader.ts';
import { spellingOf } from './spelling.ts';

// Reads scripts that leave vowels out, all (Arabic, Hebrew) or the one that every consonant has (of India, and Thai), as
// words for vowelless.ts.

/** Arabic letters, those of Persian and Urdu too, as the transliterations of passports have them, in the one spelling. */
const arabic = lettersOf(
  "آ'A أ' إ' ا A ؤ' ئ' ء' ى A ب b پ b ت t ٹ t ة h ث t ج j چ c ح h خ h د d ڈ d ذ d ر r ڑ r ز s ژ j س s ش x ص s ض d ط t ظ s ع' غ g " +
    'ف f ڤ v ق k ك k ک k گ g ڭ g ل l م m ن n ں n ه h ہ h ھ h ۀ h ۃ h و U ي I ی I ې E ے I ٱ A',
);

/** Hebrew letters, final ones too, after ICAO 9303. */
const hebrew = lettersOf(
  "א' ב b ג g ד d ה h ו U ז s ח h ט t י I כ k ך k ל l מ m ם m נ n ן n ס s ע' פ p ף f צ s ץ s ק k ר r ש x ת t",
);

function lettersOf(table: string): ReadonlyMap<string, string> {
  return new Map(
    [...table.matchAll(/(\p{L})\s?('?[A-Za-z]?)/gu)].map(([, letter = '', latin = '']) => [
      letter,
      latin,
    ]),
  );
}

/** Arabic: the article at the beginning is left out where it is in Latin letters, but not of `Allah`. */
const arabicWord = (part: string): string => {
  const letters = part.replace(/[\p{M}ـ]/gu, '').replace(/^ال(?=\p{L}{3})/u, '');
  return markFirst([...letters].map((letter) => arabic.get(letter) ?? latinOf(letter)).join(''));
};

const hebrewWord = (part: string): string =>
  markFirst(
    [...part.replace(/\p{M}/gu, '')]
      .map((letter) => hebrew.get(letter) ?? latinOf(letter))
      .join(''),
  );

/** A vowel's letter at the beginning is any vowel: `Ahmad`, `Ibrahim`, `Usama`. */
const markFirst = (word: string): string =>
  `~${word.replace(/^[A']+/, "'").replace(/([a-z])\1+/g, '$1')}`;

/** The places of श and ष in every block of the scripts of India. */
const isSibilant = (letter: string): boolean => {
  const point = letter.codePointAt(0) ?? 0;
  return point >= 0x900 && point < 0xd80 && (point & 0x7f) >= 0x36 && (point & 0x7f) <= 0x37;
};

/** Consonants without the vowel that each has, and the vowels that are written. */
const indicWord = (part: string): string => {
  // `Singh`, and the Bengali sign that only changes a vowel.
  const spoken = part
    .replace(/[ंਂং](?=[हਹহ])/gu, 'ng')
    .replace(/(?<=ng)[हਹহ]/gu, '')
    .replace(/্য/gu, '');
  const latin = [...spoken].map((letter) =>
    vowelless.has(letter) ? '|' : isSibilant(letter) ? 'x' : latinOf(letter),
  );
  return `~${latin.join('')}`
    .replace(/([a-z])\|+\1/g, '$1')
    .replace(/\|/g, '')
    .replace(/([A-Z])\1+/g, '$1');
};

/** With a dot below, a `d` of Devanagari and Bengali is written `r` or `d` in Latin letters: `Chopra`. */
const dottedD = /[डढডঢ][\u093c\u09bc]/gu;

const indicWords = (parts: readonly string[]): string[][] => {
  const dotted = parts.map((part) => part.replace(dottedD, 'r'));
  return [parts.map(indicWord), ...(parts.join() === dotted.join() ? [] : [dotted.map(indicWord)])];
};

/** The sign that a consonant has no vowel: between two of one sound they are a doubled one. */
const vowelless = new Set('\u094d\u09cd\u0a4d\u0acd\u0bcd\u0c4d\u0ccd\u0d4d');

/** Doubled letters as one. */
const once = (word: string): string => word.replace(/(\w)\1+/g, '$1');

/** Thai writes some vowels before their consonant, `a` as two consonants, and marks letters that nobody says. */
const thaiWord = (part: string): string => {
  const spoken = part
    .replace(/(?:ทร|ษณ|ตร|ดร|[ก-ฮ])ุ?ิ?์/g, '')
    .replace(/([เแโใไ])([ก-ฮ])/g, '$2$1')
    .replace(/รร(?=[ก-ฮ])/g, 'ะ')
    .replace(/รร/g, 'น')
    .replace(/(?<=.)ญ/g, 'น');
  return once(`~${[...spoken].map((letter) => thai[letter] ?? latinOf(letter)).join('')}`);
};

/** Consonants are spoken otherwise at the end of a word. */
const withSpokenEnd = (word: string): string =>
  word.replace(/(?<=[tk])r$/, '').replace(/[hcsdrlb]$/, (letter) => thaiEnds[letter] ?? letter);
const thaiEnds: Readonly<Record<string, string>> = {
  h: 'k',
  c: 't',
  s: 't',
  d: 't',
  r: 'n',
  l: 'n',
  b: 'p',
};

const thai: Readonly<Record<string, string>> = {
  ว: 'U',
  อ: "'",
  '\u0e31': "'",
  ะ: "'",
  '\u0e47': '',
  ๆ: '',
  '\u0e4c': '',
};

/** A letter in the one spelling, vowels as capitals. */
const latinOf = (letter: string): string => {
  const latin = anyAscii(letter)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return vowels[latin] ?? (latin === 'c' ? 'c' : latin === 'y' ? 'I' : spellingOf(latin));
};
const vowels: Readonly<Record<string, string>> = {
  a: 'A',
  i: 'I',
  u: 'U',
  o: 'U',
  e: 'E',
  ai: 'E',
  au: 'U',
  ae: 'E',
  ue: 'U',
  am: 'Am',
};

const readerOf = (read: Reader['read']): Reader => ({
  asWritten: (parts) => parts.map(letters),
  read,
});

/**
 * Unifies different spellings of one letter: marks of vowels, and forms of letters in Persian and
 * Arabic.
 */
const letters = (part: string): string =>
  part
    .replace(/[\u064b-\u065f\u0670\u0591-\u05c7ـ]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/ة/g, 'ه')
    .replace(/^ال(?=\p{L}{3})/u, '');

/** `Son of` and `daughter of`, which lists leave out in Latin letters. */
const arabicParticles = new Set('بن ابن بنت'.split(' '));

/** `Servant of`, which is one word with the next one in most Latin spellings. */
const isServant = (part: string | undefined): boolean => part === 'عبد';

const arabicWords = (parts: readonly string[]): string[][] => {
  const own = parts.length > 2 ? parts.filter((part) => !arabicParticles.has(part)) : parts;
  const apart = own.map(arabicWord);
  if (!own.some(isServant)) return [apart];
  const together = apart.flatMap((word, at) =>
    isServant(own[at - 1])
      ? []
      : isServant(own[at])
        ? [word + (apart[at + 1] ?? '').slice(1)]
        : [word],
  );
  return [apart, together];
};

export const arabicReader = readerOf(arabicWords);
export const hebrewReader = readerOf((parts) => [parts.map(hebrewWord)]);
export const indicReader = readerOf(indicWords);
export const thaiReader = readerOf((parts) => {
  const words = parts.map(thaiWord);
  return [words, words.map(withSpokenEnd)];
});

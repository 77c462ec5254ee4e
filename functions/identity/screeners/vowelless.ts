import { spellingOf } from './spelling.ts';

// Words of scripts that leave vowels out. They begin with `~`; small letters are consonants in the one spelling, capitals are
// vowels that the script writes, and an apostrophe is any vowel or none.

export const isVowelless = (word: string): boolean => word.startsWith('~');

/** How much a word without its vowels is like one with them, or like another without. */
export const vowellessSimilarity = (one: string, other: string): number => {
  if (!isVowelless(one)) return isVowelless(other) ? vowellessSimilarity(other, one) : 0;
  const [letters, against] = [
    one.slice(1),
    isVowelless(other) ? other.slice(1).toLowerCase() : spellingOf(other),
  ];
  const length = Math.max(
    3,
    letters.replaceAll("'", '').length,
    against.replace(/[aeiu']/g, '').length,
  );
  return 1 - changeCost(letters, against) / length;
};

/** Consonants alone, those that scripts and languages take for each other as one: finds what may be alike. */
const skeletonOf = (word: string): string =>
  (isVowelless(word) ? word.slice(1).toLowerCase() : spellingOf(word))
    .replace(/[aeiu'hv]/g, '')
    .replace(/[bpf]/g, 'p')
    .replace(/[td]/g, 't')
    .replace(/[kg]/g, 'k')
    .replace(/[sxcj]/g, 's')
    .replace(/m/g, 'n')
    .replace(/(.)\1+/g, '$1');

/** All skeletons under which a word without vowels may be: `kh` is also `k` in Thai, `ch` in Hebrew; Arabic `j` is also `g`. */
export const skeletonsOf = (word: string): readonly string[] => {
  if (!isVowelless(word)) return [skeletonOf(word)];
  const read = ['h', 'k', 's'].map((by) => word.replaceAll('h', by));
  return [...new Set([...read, ...read.map((one) => one.replaceAll('j', 'k'))].map(skeletonOf))];
};

/** The least that turns the letters into the word. */
const changeCost = (letters: string, word: string): number => {
  const additions = Array.from(word, (letter, at) => additionCost(letter, at, word.length));
  let row = [0];
  for (let at = 0; at < word.length; at += 1) row.push((row[at] ?? 0) + (additions[at] ?? 1));
  for (const letter of letters) {
    const next = [(row[0] ?? 0) + omissionCost(letter)];
    for (let at = 0; at < word.length; at += 1)
      next.push(
        Math.min(
          (row[at] ?? 0) + replacementCost(letter, word[at] ?? ''),
          (row[at + 1] ?? 0) + omissionCost(letter),
          (next[at] ?? 0) + (additions[at] ?? 1),
        ),
      );
    row = next;
  }
  return row[word.length] ?? 0;
};

const isVowel = (letter: string): boolean => "aeiu'".includes(letter);

/** A vowel is left out within a word. At the beginning all are written, and at the end `i` and `u`. */
const additionCost = (letter: string, at: number, length: number): number => {
  if (!isVowel(letter)) return 1;
  if (at === 0) return 0.8;
  return at === length - 1 && 'iu'.includes(letter) ? 0.5 : 0.06;
};

const omissionCost = (letter: string): number => (letter === "'" ? 0 : letter === 'h' ? 0.15 : 1);

const replacementCost = (letter: string, by: string): number => {
  if (letter.toLowerCase() === by) return 0;
  if (letter === "'") return isVowel(by) ? 0 : 1;
  if (vowels[letter]) return vowels[letter].includes(by) ? 0.03 : isVowel(by) ? 0.6 : 1;
  return alike.some((letters) => letters.includes(letter) && letters.includes(by)) ? 0.3 : 1;
};

/** The letters that a written vowel may stand for: in Arabic and Hebrew also a consonant. */
const vowels: Readonly<Record<string, string>> = { A: 'ae', I: 'ie', U: 'uv', E: 'eai' };

/** Consonants that one letter stands for, or that languages write by each other's letters. */
const alike = [
  'bp',
  'pf',
  'bv',
  'td',
  'kg',
  'gj',
  'jc',
  'hk',
  'sx',
  'sc',
  'xc',
  'st',
  'sd',
  'js',
  'mn',
  'hc',
  'kc',
];

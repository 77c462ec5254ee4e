import anyAscii from 'any-ascii';
import { hanTables } from './han-tables.ts';
import { spellingOf } from './spelling.ts';

/** So many readings of a character are tried, those of the sources' first. */
const readings_max = 10;
/** So many ways to read a name are compared. */
const names_max = 8;

/** All readings of a character in the one spelling. */
const spellingsOfCharacter = (character: string): readonly string[] => {
  if (!/\p{Script=Hani}/u.test(character)) return [spellingOf(anyAscii(character))];
  return (hanTables().japanese.get(character) ?? []).flatMap((reading) =>
    [reading, ...stemOf(reading)].map(spellingOf),
  );
};

/** Verbs without their ending: `wata(ru)` in Watanabe. */
const stemOf = (reading: string): string[] =>
  /^..+[aeiou][ksmrt]s?u$/.test(reading) ? [reading.replace(/[ksmrt]s?u$/, '')] : [];

/** A consonant within a word is often voiced: `ta` in Yamada. In the one spelling, so `shi` is `xi`. */
const voiced: Readonly<Record<string, string>> = {
  k: 'g',
  s: 's',
  x: 'j',
  t: 'd',
  c: 'j',
  h: 'b',
  f: 'b',
};

/**
 * The ways to read a name in Japanese of which lists have every word. A character has several readings, and a dictionary
 * alone says which one a name has; so does a list.
 */
export const japaneseWords = (
  parts: readonly string[],
  isListed: (spelling: string) => boolean,
): string[][] => {
  const words = new Map<string, string[]>();
  const listed = (characters: readonly string[]) => {
    const word = characters.join('');
    const known = words.get(word) ?? spellingsOf(characters).filter(isListed);
    words.set(word, known);
    return known;
  };
  return splits(parts)
    .flatMap(([surname, given]) =>
      listed(surname).flatMap((one) => listed(given).map((other) => [one, other])),
    )
    .slice(0, names_max);
};

/** Where the surname ends: where a blank is, or after one to three characters. */
const splits = (parts: readonly string[]): [string[], string[]][] => {
  const [one = '', other, ...more] = parts;
  if (more.length > 0) return [];
  if (other !== undefined) return [[[...one], [...other]]];
  const characters = [...one];
  return [2, 1, 3]
    .filter((length) => length < characters.length && characters.length - length <= 3)
    .map((length) => [characters.slice(0, length), characters.slice(length)]);
};

const spellingsOf = (characters: readonly string[]): string[] => {
  let spellings = [''];
  for (const character of characters) {
    const own = spellingsOfCharacter(character).slice(0, readings_max);
    spellings = spellings.flatMap((before) => own.flatMap((reading) => joined(before, reading)));
    if (spellings.length > spellings_max) return [];
  }
  return spellings;
};

const spellings_max = 5000;

const joined = (before: string, reading: string): string[] => {
  const [first = ''] = reading;
  const other = before === '' ? undefined : voiced[first];
  const plain = before.at(-1) === first ? before + reading.slice(1) : before + reading;
  return other && other !== first ? [plain, `${before}${other}${reading.slice(1)}`] : [plain];
};

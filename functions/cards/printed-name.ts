/** A line of a card has so many characters at most. */
const line_characters_max = 24;

/**
 * A name as it can be printed on a card: Latin letters and the punctuation of names. Null if it has letters of another script,
 * which nobody can transliterate but the person, or no letters at all.
 */
export const printable = (name: string): string | null => {
  const plain = name
    .replace(/[‘’ʻʼ´`′]/gu, "'")
    .replace(/[‐‑‒–—−]/gu, '-')
    .normalize('NFKC')
    .replace(/\p{M}/gu, '');
  const kept = plain
    .replace(/[^\p{Script=Latin} .,'-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const isForeign = /\p{L}/u.test(plain.replace(/\p{Script=Latin}/gu, ''));
  return isForeign || !/\p{L}/u.test(kept) ? null : kept;
};

/** A printable name cut to a line. */
export const onLine = (name: string): string => [...name].slice(0, line_characters_max).join('').trimEnd();

/**
 * A person's printable name within a line. The family name stays whole as long as it can: a name that is too long loses all
 * given names but the first, then the first becomes its initial, then it goes.
 */
export const personOnLine = (name: string, family = familyOf(name)): string => {
  const [first = ''] = name
    .slice(0, name.length - family.length)
    .trim()
    .split(' ');
  const shorter = [name, `${first} ${family}`, `${[...first][0] ?? ''} ${family}`].map((one) => one.trim());
  return shorter.find((one) => [...one].length <= line_characters_max) ?? onLine(family);
};

/** The last word of a name. */
export const familyOf = (name: string): string => name.split(' ').at(-1) ?? name;

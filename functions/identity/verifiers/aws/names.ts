/**
 * How a character is written in a machine-readable zone, first as ICAO 9303 part 3, section 6, recommends it, then as states
 * write it besides. An empty text: it is left out. Letters with marks that are not here lose them.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  Ü: ['UE', 'UXX', 'U'],
  Ñ: ['N', 'NXX'],
  Þ: ['TH'],
  ẞ: ['SS'],
  Ĳ: ['IJ'],
  Ð: ['D'],
  Đ: ['D', 'DJ'],
  Ħ: ['H'],
  Ł: ['L'],
  Ŧ: ['T'],
  Ŋ: ['N'],
  Ə: ['E', 'A'],
  Ŀ: ['L'],
  А: ['A'],
  Б: ['B'],
  В: ['V'],
  Г: ['G', 'H'],
  Ґ: ['G'],
  Д: ['D'],
  Е: ['E', 'IE', 'YE'],
  Ё: ['E', 'IO', 'YO'],
  Ж: ['ZH', 'Z'],
  З: ['Z'],
  И: ['I', 'Y'],
  І: ['I'],
  Ї: ['I', 'YI'],
  Й: ['I', 'Y'],
  К: ['K'],
  Л: ['L'],
  М: ['M'],
  Н: ['N'],
  О: ['O'],
  П: ['P'],
  Р: ['R'],
  С: ['S'],
  Т: ['T'],
  У: ['U'],
  Ф: ['F'],
  Х: ['KH', 'H'],
  Ц: ['TS', 'C', 'TC'],
  Ч: ['CH', 'C'],
  Ш: ['SH', 'S'],
  Щ: ['SHCH', 'SHT'],
  Ъ: ['IE', 'A', ''],
  Ы: ['Y'],
  Ь: ['', 'Y'],
  Э: ['E'],
  Ю: ['IU', 'YU'],
  Я: ['IA', 'YA'],
  Є: ['IE', 'YE'],
  Ў: ['U'],
  Ѓ: ['G', 'GJ'],
  Ђ: ['D', 'DJ'],
  Ѕ: ['DZ'],
  Ј: ['J'],
  Ќ: ['K', 'KJ'],
  Љ: ['LJ'],
  Њ: ['NJ'],
  Ћ: ['C'],
  Џ: ['DZ', 'DJ'],
};

/** One word of a name: for each character how it may be written; undefined for a word in letters that no table has. */
type Word = readonly (readonly string[])[] | undefined;

const wordsOf = (name: string | null): Word[] =>
  (name ?? '')
    .normalize('NFC')
    .replaceAll('ß', 'ẞ')
    .toUpperCase()
    .split(/[\s\p{Pd}]+/u)
    .map((word) => [...word].filter((character) => /\p{L}/u.test(character)))
    .filter((characters) => characters.length > 0)
    .map(spelled);

const spelled = (characters: readonly string[]): Word => {
  const all = characters.map((one) => spellings[one] ?? plain(one));
  return all.every((one) => one !== undefined) ? all : undefined;
};

const plain = (character: string): readonly string[] | undefined => {
  const letters = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return spellings[letters] ?? (/^[A-Z]$/.test(letters) ? [letters] : undefined);
};

/** Whether a word of a zone writes a word of a name, to its end or, where it `mayBreakOff`, as far as it goes. */
const writes = (zone: string, word: NonNullable<Word>, mayBreakOff: boolean): boolean => {
  let ends = new Set([0]);
  for (const options of word) {
    const next = new Set<number>();
    for (const end of ends)
      for (const option of options) {
        if (mayBreakOff && option.startsWith(zone.slice(end))) return true;
        if (zone.startsWith(option, end)) next.add(end + option.length);
      }
    ends = next;
  }
  return ends.has(zone.length);
};

/** Names as a zone has them: words with a filler between. A zone that is full has cut them off or left some out. */
export type ZoneNames = { readonly last: string; readonly first: string; readonly isFull: boolean };

/** A person's names, as in a profile. */
export type ProfileNames = {
  readonly first_name: string | null;
  readonly middle_name: string | null;
  readonly last_name: string | null;
};

/** Whether names agree; null where that is not known. */
export type ZoneAgreement = boolean | null;

/**
 * Whether the names of a zone are those of a person: false only where a word of theirs is clearly
 * another. It is null where that is not known: in a script that no table has, with more or fewer
 * surnames, or with surname and given name the other way round.
 */
export const agreementOf = (
  zone: ZoneNames,
  person: ProfileNames,
): { first: ZoneAgreement; last: ZoneAgreement } => {
  const surnames = wordsOf(person.last_name);
  const given = [...wordsOf(person.first_name), ...wordsOf(person.middle_name)];
  const last = surnamesAgree(split(zone.last), surnames, zone.isFull);
  const first = givenAgree(split(zone.first), given, zone.isFull);
  if (last !== false && first !== false) return { first, last };
  // All of the words are there, in the other order.
  const zoneWords = [...split(zone.last), ...split(zone.first)];
  const isReordered = covered([...surnames, ...given], zoneWords, zone.isFull).words.every(
    (one) => one !== false,
  );
  return isReordered ? { first: first || null, last: last || null } : { first, last };
};

const split = (names: string): string[] => names.split(/[< ]+/).filter((word) => word !== '');

const surnamesAgree = (
  zone: readonly string[],
  words: readonly Word[],
  isFull: boolean,
): ZoneAgreement => {
  const { words: each, zone: ofZone } = covered(words, zone, isFull);
  if (each.every((one) => one === true)) return isFull || ofZone.every((one) => one) ? true : null;
  return each.some((one) => one !== false) && words.length > 0
    ? null
    : isFull && zone.length === 0
      ? null
      : false;
};

/** A person with several given names may state some of them. */
const givenAgree = (
  zone: readonly string[],
  words: readonly Word[],
  isFull: boolean,
): ZoneAgreement => {
  if (words.length === 0) return zone.length === 0 ? true : null;
  const { words: each } = covered(words, zone, isFull);
  if (each.every((one) => one === true)) return true;
  // A name that a full zone leaves out may be any of them but the first.
  if (isFull && (each[0] !== false || zone.length === 0)) return each[0] === true ? true : null;
  return each.some((one) => one !== false) ? null : false;
};

/** So many words are written as one, or one as so many: `VANDERBERG`, `O<BRIEN`. */
const joined_max = 4;

type Run = { readonly from: number; readonly to: number };

/** Every run of neighbouring words, as positions; `to` is behind the last one. */
const runsOf = (count: number): readonly Run[] =>
  Array.from({ length: count }, (_, from) =>
    Array.from({ length: Math.min(joined_max, count - from) }, (__, more) => ({
      from,
      to: from + more + 1,
    })),
  ).flat();

/**
 * Which words of a name a zone has, null where that is not known, and which words of the zone are of the name. States omit an
 * apostrophe or put a filler there, and write particles by themselves or with what follows.
 */
const covered = (words: readonly Word[], zone: readonly string[], isFull: boolean) => {
  const ofName: ZoneAgreement[] = words.map((word) => (word === undefined ? null : false));
  const ofZone = zone.map(() => false);
  const runs = runsOf(zone.length).map((run) => ({
    ...run,
    text: zone.slice(run.from, run.to).join(''),
  }));
  for (const { from, to } of runsOf(words.length)) {
    const joined = words.slice(from, to);
    if (!joined.every((word) => word !== undefined)) continue;
    const letters = joined.flat();
    // One word alone may be cut off: of more it is not known which are there.
    const mayBreakOff = isFull && to - from === 1;
    for (const run of runs) {
      if (!writes(run.text, letters, mayBreakOff)) continue;
      ofName.fill(true, from, to);
      ofZone.fill(true, run.from, run.to);
    }
  }
  return { words: ofName, zone: ofZone };
};

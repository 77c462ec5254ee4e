import { gunzipSync } from 'node:zlib';
import file from './han-readings.json' with { type: 'json' };

/** Readings of Han characters, and which simplified character is the same one. */
type HanTables = {
  /** In Jyutping, without tones. */
  readonly cantonese: ReadonlyMap<string, string>;
  /** A syllable in Hangul. */
  readonly korean: ReadonlyMap<string, string>;
  /** All of Chinese origin and of Japanese, in Latin letters. */
  readonly japanese: ReadonlyMap<string, readonly string[]>;
  readonly simplified: ReadonlyMap<string, string>;
};

let tables: HanTables | undefined;

/** The tables, which are unpacked with the first name that needs them. */
export const hanTables = (): HanTables => {
  tables ??= unpacked();
  return tables;
};

const unpacked = (): HanTables => {
  const text: Record<'cantonese' | 'korean' | 'japanese' | 'simplified', string> = JSON.parse(
    gunzipSync(Buffer.from(file.packed, 'base64')).toString(),
  );
  const first = (groups: string) =>
    new Map([...readingsIn(groups)].map(([character, [one = '']]) => [character, one]));
  return {
    cantonese: first(text.cantonese),
    korean: first(text.korean),
    japanese: readingsIn(text.japanese),
    simplified: new Map(
      [...text.simplified.matchAll(/(.)(.)/gu)].map(([, one = '', other = '']) => [one, other]),
    ),
  };
};

/** Characters are listed by their reading: `reading:characters|…`. */
const readingsIn = (groups: string): Map<string, string[]> => {
  const readings = new Map<string, string[]>();
  for (const group of groups.split('|')) {
    const [reading = '', characters = ''] = group.split(':');
    for (const character of characters) {
      const known = readings.get(character);
      if (known) known.push(reading);
      else readings.set(character, [reading]);
    }
  }
  return readings;
};

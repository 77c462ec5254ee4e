import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  usage: `npx node bin/han-readings.ts <Unihan_Readings.txt> <Unihan_Variants.txt>

Prints the readings of Han characters that names have.`,
  words: 'any',
});

// Prints the readings of Han characters that names have: `npx node bin/han-readings.ts READINGS VARIANTS`, which are
// Unicode's Unihan_Readings.txt and Unihan_Variants.txt (Debian's package unicode-data carries both).

const [readings, variants] = process.argv.slice(2);
if (!readings || !variants)
  throw new Error(
    'The paths of Unihan_Readings.txt and Unihan_Variants.txt are missing: add them to the command.',
  );

const rowsOf = (path: string): [string, string, string][] =>
  readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.startsWith('U+'))
    .map((line) => {
      const [point = '', field = '', value = ''] = line.split('\t');
      return [String.fromCodePoint(Number.parseInt(point.slice(2), 16)), field, value];
    });

/** The characters of a national standard: what a decoder makes of two bytes. */
const charactersOf = (encoding: string, [from, to]: [number, number]): Set<string> => {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let high = from; high <= to; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = decoder.decode(new Uint8Array([high, low]));
      if (/^\p{Script=Hani}$/u.test(text)) found.add(text);
    }
  return found;
};
const chinese = charactersOf('gbk', [0xb0, 0xf7]);
const taiwanese = charactersOf('big5', [0xa4, 0xf9]);
const korean = charactersOf('euc-kr', [0xca, 0xfd]);
const japanese = charactersOf('shift_jis', [0x88, 0xea]);

/** Characters by their readings: `reading:characters|…`. */
const grouped = (pairs: readonly (readonly [string, string])[]): string => {
  const groups = new Map<string, Set<string>>();
  for (const [reading, character] of pairs)
    groups.set(reading, (groups.get(reading) ?? new Set()).add(character));
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([reading, characters]) => `${reading}:${[...characters].join('')}`)
    .join('|');
};

const rows = rowsOf(readings);
const of = (...fields: string[]) => rows.filter(([, field]) => fields.includes(field));
const cantonese = of('kCantonese')
  .filter(([character]) => chinese.has(character) || taiwanese.has(character))
  .map(
    ([character, , value]) => [(value.split(' ')[0] ?? '').replace(/\d/, ''), character] as const,
  );
const hangul = of('kHangul')
  .filter(([character]) => korean.has(character))
  .map(([character, , value]) => [value[0] ?? '', character] as const);
const inJapanese = of('kJapaneseOn', 'kJapaneseKun')
  .filter(([character]) => japanese.has(character))
  .flatMap(([character, , value]) =>
    value.split(' ').map((reading) => [reading.toLowerCase(), character] as const),
  )
  .filter(([reading]) => /^[a-z]{1,8}$/.test(reading));

const simplified = rowsOf(variants)
  .filter(([character, field]) => field === 'kSimplifiedVariant' && taiwanese.has(character))
  .flatMap(([character, , value]) => {
    const other = value
      .split(' ')
      .map((point) => String.fromCodePoint(Number.parseInt(point.slice(2), 16)))
      .find((one) => one !== character);
    return other ? [`${character}${other}`] : [];
  });

const source = 'Unicode, Unihan 15.0.0, under the Unicode License; printed by bin/han-readings.ts';
const file = new URL('../functions/identity/screeners/han-readings.json', import.meta.url);
const tables = {
  cantonese: grouped(cantonese),
  korean: grouped(hangul),
  japanese: grouped(inJapanese),
};
const text = JSON.stringify({ ...tables, simplified: simplified.join('') });
// Packed: most functions that carry the file never read it.
const packed = gzipSync(text, { level: 9 }).toString('base64');
writeFileSync(file, `${JSON.stringify({ source, packed }, null, 2)}\n`);
console.log(`${Buffer.byteLength(text)} bytes of readings, ${packed.length} packed`);

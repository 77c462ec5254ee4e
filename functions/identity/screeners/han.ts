import anyAscii from 'any-ascii';
import { hanTables } from './han-tables.ts';
import { hangulWords } from './hangul.ts';
import { japaneseWords } from './japanese.ts';
import type { Reader } from './reader.ts';

/** Surnames of two characters, simplified. */
const longSurnames = new Set(
  '欧阳 司马 诸葛 上官 司徒 东方 独孤 南宫 夏侯 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 端木 轩辕 闻人 澹台 淳于 单于 申屠'.split(
    ' ',
  ),
);

const simplified = (parts: readonly string[]): string[] =>
  parts.flatMap((part) =>
    [...part].map((character) => hanTables().simplified.get(character) ?? character),
  );

const isHan = (character: string): boolean => /\p{Script=Hani}/u.test(character);

/** The words of a name, each of some characters: a surname and the rest, or the parts that are written apart. */
const wordsIn = (parts: readonly string[], type: 'person' | 'organization'): string[][] => {
  const [only = '', ...more] = parts;
  const characters = [...only];
  if (type === 'organization')
    return parts.flatMap((part) => [...part]).map((character) => [character]);
  if (more.length > 0 || characters.length < 2) return parts.map((part) => [...part]);
  const length =
    characters.length > 2 && longSurnames.has(simplified([only]).slice(0, 2).join('')) ? 2 : 1;
  return [characters.slice(0, length), characters.slice(length)];
};

const mandarin = (character: string): string => anyAscii(character).toLowerCase();

/** Surnames that are read otherwise than their characters in other words, and those that passports write in several ways. */
const surnames: Readonly<Record<string, string>> = {
  曾: 'zeng',
  单: 'shan',
  解: 'xie',
  仇: 'qiu',
  区: 'ou',
  查: 'zha',
  盖: 'ge',
  乐: 'yue',
  翟: 'zhai',
  朴: 'piao',
  缪: 'miao',
  种: 'chong',
  员: 'yun',
  郇: 'xun',
  尉迟: 'yuchi',
  覃: 'qin tan',
  吕: 'lyu lu lv',
};

const mandarinSurnames = ([surname = []]: readonly string[][]): string[] =>
  surnames[simplified(surname).join('')]?.split(' ') ?? [surname.map(mandarin).join('')];

/** Jyutping as the papers of Hong Kong and Macau write it. */
const cantoneseWays: readonly (readonly (readonly [RegExp, string])[])[] = [
  [[/^[zc]/, 'ch']],
  [
    [/^[zc]/, 'ts'],
    [/^s/, 'sh'],
    [/ei$/, 'ee'],
  ],
].map((own) => [
  ...(own as [RegExp, string][]),
  [/^j?yu(?=[nt])/, 'yue'],
  [/(?<=.)yu(?=[nt])/, 'ue'],
  [/^j(?=yu)/, ''],
  [/^j/, 'y'],
  [/^g/, 'k'],
  [/^d/, 't'],
  [/^b/, 'p'],
  [/aa/, 'a'],
  [/oe(?=[ngk])/, 'eu'],
  [/eo/, 'u'],
]);

const cantonese = (character: string, way: (typeof cantoneseWays)[number]): string => {
  const reading = hanTables().cantonese.get(character);
  return reading
    ? way.reduce((text, [from, to]) => text.replace(from, to), reading)
    : mandarin(character);
};

const korean = (parts: readonly string[], type: 'person' | 'organization'): string[][] => {
  const syllables = parts.flatMap((part) =>
    [...part].map((character) => hanTables().korean.get(character) ?? ''),
  );
  if (syllables.length < 2 || syllables.includes('')) return [];
  // 金 is a surname as `Kim`, and gold as `Geum`.
  if (type === 'person' && parts[0]?.startsWith('金')) syllables[0] = '김';
  return hangulWords(syllables, type);
};

export const hanReader: Reader = {
  asWritten: simplified,
  read: (parts, { type, isListed }) => {
    const words = wordsIn(parts, type);
    const latin = (of: (character: string, isFirst: boolean) => string) =>
      words.map((word, at) =>
        word
          .map((character) => (isHan(character) ? of(character, at === 0) : mandarin(character)))
          .join(''),
      );
    const [surname = '', ...given] = latin(mandarin);
    const readings = [
      ...(type === 'person' ? mandarinSurnames(words) : [surname]).map((one) => [one, ...given]),
      ...cantoneseWays.flatMap((first) =>
        cantoneseWays.map((way) =>
          latin((character, isFirst) => cantonese(character, isFirst ? first : way)),
        ),
      ),
      ...korean(parts, type),
      ...(type === 'person' ? japaneseWords(parts, isListed) : []),
    ];
    return [...new Map(readings.map((one) => [one.join(' '), one])).values()];
  },
};

import type { Reader } from './reader.ts';

/** Letters of a syllable in the Revised Romanization, whose spellings of vowels the comparison takes for others. */
const initials = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const finals = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

/** Other letters at the beginning of syllables: of McCune and Reischauer, and of passports. */
const initialsOtherwise: readonly Readonly<Record<string, string>>[] = [
  {},
  { g: 'k', d: 't', b: 'p', j: 'ch' },
  { g: 'k', d: 't', b: 'p' },
];

/** Surnames as those who bear them write them. */
const surnames: Readonly<Record<string, string>> = {
  김: 'kim',
  이: 'lee yi',
  리: 'ri lee',
  박: 'park pak',
  최: 'choi choe',
  정: 'jung chung jong',
  강: 'kang',
  조: 'cho jo',
  윤: 'yoon yun',
  장: 'jang chang',
  임: 'lim im',
  림: 'rim lim',
  한: 'han',
  오: 'oh o',
  서: 'seo suh so',
  신: 'shin sin',
  권: 'kwon',
  황: 'hwang',
  안: 'ahn an',
  송: 'song',
  류: 'ryu',
  유: 'yoo yu',
  전: 'jeon chun jon',
  홍: 'hong',
  고: 'ko go',
  문: 'moon mun',
  양: 'yang',
  손: 'son',
  배: 'bae pae',
  백: 'baek paek',
  허: 'hur heo ho',
  남: 'nam',
  심: 'shim sim',
  노: 'roh noh no',
  로: 'ro',
  하: 'ha',
  곽: 'kwak',
  성: 'sung song',
  차: 'cha',
  주: 'joo ju chu',
  우: 'woo u',
  구: 'koo ku',
  민: 'min',
  나: 'na',
  진: 'jin chin',
  지: 'ji chi',
  엄: 'um eom',
  원: 'won',
  천: 'chun chon',
  방: 'bang pang',
  현: 'hyun hyon',
};

const firstSyllable = 0xac00;

const isSyllable = (letter: string): boolean => /^[가-힣]$/.test(letter);

const latinOf = (syllable: string, otherwise: Readonly<Record<string, string>>): string => {
  if (!isSyllable(syllable)) return '';
  const at = (syllable.codePointAt(0) ?? 0) - firstSyllable;
  const initial = initials[Math.floor(at / 588)] ?? '';
  const vowel = vowels[Math.floor((at % 588) / 28)] ?? '';
  const isOwn = Object.keys(otherwise).length > 0;
  const written = `${otherwise[initial] ?? initial}${isOwn && vowel === 'ui' ? 'i' : vowel}${finals[at % 28]}`;
  return written.replaceAll('-', '').replace(/^u$/, isOwn ? 'woo' : 'u');
};

/** All ways in which syllables of a person or a company are written in Latin letters, one word for each. */
export const hangulWords = (
  parts: readonly string[],
  type: 'person' | 'organization',
): string[][] => {
  const syllables = parts.flatMap((part) => [...part]).filter(isSyllable);
  const [first = '', ...others] = syllables;
  return initialsOtherwise.flatMap((otherwise) => {
    const rest = others.map((syllable) => latinOf(syllable, otherwise));
    const own = (type === 'person' && surnames[first]?.split(' ')) || [];
    return [...new Set([...own, latinOf(first, otherwise)])].map((surname) => [surname, ...rest]);
  });
};

export const hangulReader: Reader = {
  asWritten: (parts) => parts.flatMap((part) => [...part]),
  read: (parts, { type }) => hangulWords(parts, type),
};

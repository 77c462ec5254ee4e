/** One spelling for those that languages have of the same sounds, and romanizations of the same letters: in this order. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/tz/g, 's'],
  [/ow(?=[^aeiouy])/g, 'o'],
  [/aw(?=[^aeiouy])/g, 'au'],
  // ICAO 9303, English, German, French and Polish of Cyrillic letters.
  [/schtsch|shch|chtch|szcz/g, 'x'],
  [/tsch|tch|cz/g, 'C'],
  [/dsch|dzh|dj/g, 'j'],
  [/sch|sh/g, 'x'],
  [/ch/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/c|q/g, 'k'],
  [/C/g, 'c'],
  [/kk?h/g, 'h'],
  [/zh/g, 'j'],
  [/([bdgt])h/g, '$1'],
  [/ph/g, 'f'],
  [/t[sz]|z/g, 's'],
  [/off?$/, 'ov'],
  [/eff$/, 'ev'],
  [/w/g, 'v'],
  [/ine$/, 'in'],
  // Vowels: French, English and Korean ones, and those that Arabic does not write.
  [/ou|oo|eo|eu|o/g, 'u'],
  [/(?<=[ei])j$|(?<=[dlnt])j(?=[au])|(?<=r)j(?=a)|^j(?=u)|y/g, 'i'],
  [/ie(?=.)/g, 'e'],
  [/[ae]i/g, 'ai'],
  [/ee/g, 'i'],
  // The article within Arabic names: abd al-Rahman, Abdurrahman; Nasrallah, Nasrullah; Salah al-Din, Saladdin.
  [/^abd[aeiu](?:l|([rsndtz])(?=\1))(?=..)/, 'abd'],
  [/(.)\1+/g, '$1'],
  [/(?<=...)[aeu]lah?$/, 'ula'],
  [/(?<=...)[aeu]d?din$/, 'din'],
  [/hdin$/, 'din'],
  [/(?<=[aeiu])h$/, ''],
];

const known = new Map<string, string>();
const known_max = 200_000;

/** A word in the one spelling; equal for most ways in which languages write one name. */
export const spellingOf = (word: string): string => {
  const before = known.get(word);
  if (before !== undefined) return before;
  const spelling = spellings.reduce((text, [from, to]) => text.replace(from, to), word);
  if (known.size >= known_max) known.clear();
  known.set(word, spelling);
  return spelling;
};

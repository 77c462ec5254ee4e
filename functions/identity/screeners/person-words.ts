/** The titles before a person's name, which are no part of it. */
const titles = new Set(
  (
    'mr mrs ms miss dr prof professor sir dame hon rev fr herr frau mme mlle monsieur madame sr sra don dona senor senora ' +
    'president minister general gen colonel col brigadier lieutenant lt captain capt major maj admiral dipl ing qari hafiz'
  ).split(' '),
);

/** The same within names, of the pilgrim and of scholars. */
const honorifics = new Set(
  'sheikh shaikh shaykh sheik hajji haji hajj mullah mulla maulavi mawlawi moulavi mawlavi ayatollah sayyid'.split(
    ' ',
  ),
);

/** The suffixes behind a name, which are no part of it. */
const suffixes = new Set('jr sr ii iii iv phd md esq mba msc bsc obe cbe qc kc'.split(' '));

/** Articles, and words for `son of` and `from`: one list writes them, and another leaves them out. */
const particles = new Set(
  'al el ul bin ibn ben bint binti binte ould wuld van von der den de del della di da dos das du la le las los y e zu zum'.split(
    ' ',
  ),
);

/** The words in which people differ, where there are any. */
export const wordsThatDiffer = (words: readonly string[]): readonly string[] => {
  const own = words.filter((word) => !honorifics.has(word) && !particles.has(word));
  return own.length > 0 ? own : words;
};

/** The words of a person's name without titles, suffixes and particles, where two others remain. */
export const withoutTitles = (words: readonly string[]): readonly string[] => {
  const from = countWhile(words, titles, words.length - 2);
  const to = words.length - countWhile([...words].reverse(), suffixes, words.length - from - 2);
  const named = words.slice(from, to);
  const own = named.filter(
    (word, at) => !honorifics.has(word) && !(particles.has(word) && !mayBeGiven(word, at)),
  );
  return (own.length > 1 ? own : named).map(servant);
};

/** `Abd`, `Abdul` and `Abdel`, a part of the next word, are one; in scripts of India too. */
const servant = (word: string): string => {
  if (/^~A[bp][dt]U[lrsndt]$/.test(word)) return '~Abd';
  return /^abd[aeiou]?[lrsndt]?$/.test(word) ? 'abd' : word;
};

/** `Ben` and `Van` are given names too. */
const mayBeGiven = (word: string, at: number): boolean =>
  at === 0 && word.length > 2 && word !== 'ibn';

const countWhile = (words: readonly string[], of: ReadonlySet<string>, most: number): number => {
  let count = 0;
  while (count < most && of.has(words[count] ?? '')) count += 1;
  return count;
};

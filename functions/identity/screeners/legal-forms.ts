import legalForms from './legal-forms.json' with { type: 'json' };

/** Words of company names that say nothing about which company it is, wherever they stand. */
const anywhere = new Set(
  'ag bv co company corp corporation gmbh inc incorporated kg limited llc llp ltd nv oao ojsc ooo oy plc pao pjsc pte pty sa sal sarl srl spa zao jsc cjsc'.split(
    ' ',
  ),
);

/** The names of companies' forms in English, or in other Latin letters than the standard has. */
const inEnglish = [
  ...['open', 'closed', 'public', 'private'].map((kind) => `${kind} joint stock company`),
  ...[
    'joint stock company',
    'limited liability company',
    'private limited',
    'private limited company',
  ],
  ...[
    'public limited company',
    'free zone company',
    'fzco',
    'fze',
    'fz llc',
    'sdn bhd',
    'pvt',
    'pvt ltd',
    'private ltd',
  ],
  ...[
    'kabushiki kaisha',
    'yugen kaisha',
    'godo kaisha',
    'anonim sirketi',
    'limited sirketi',
    'aktiebolaget',
  ],
];

const all = [...legalForms.phrases.split('|'), ...inEnglish];
/** Without blanks: `Sp. z o.o.` is `sp zoo` too. */
const phrases = new Set(all.map((phrase) => phrase.replaceAll(' ', '')));
const words_max = Math.max(...all.map((phrase) => phrase.split(' ').length));

/** Short forms that stand before a name. Others of so few letters are a part of it. */
const leading = new Set([
  'ab',
  'ao',
  'as',
  'at',
  'ooo',
  'oao',
  'oy',
  'pao',
  'pt',
  'cv',
  'tov',
  'zao',
  'ud',
]);

/** The words without legal forms at their ends and, of the common ones, anywhere, where others remain. */
export const withoutLegalForms = (words: readonly string[]): readonly string[] => {
  const [from, to] = [firstOf(words), lastOf(words)];
  const named = from < to ? words.slice(from, to) : words;
  const distinctive = named.filter((word) => !anywhere.has(word));
  return distinctive.length > 0 ? distinctive : named;
};

/** Where the name ends: forms follow each other (`GmbH & Co. KG`). */
const lastOf = (words: readonly string[], to = words.length): number => {
  for (let from = Math.max(1, to - words_max); from < to; from += 1)
    if (phrases.has(words.slice(from, to).join(''))) return lastOf(words, from);
  return to;
};

const firstOf = (words: readonly string[]): number => {
  if (words[0] === 'the' && words.length > 1) return 1;
  for (let to = Math.min(words.length - 1, words_max); to > 0; to -= 1) {
    const phrase = words.slice(0, to).join('');
    if (phrase.length > 3 ? phrases.has(phrase) : leading.has(phrase)) return to;
  }
  return 0;
};

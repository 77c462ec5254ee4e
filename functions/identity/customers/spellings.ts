/**
 * Letters that are typed for one another: those of Lucene’s ArabicNormalizer and PersianNormalizer, and alef wasla (ٱ), heh
 * doachashmee (ھ) and the heh goal of Urdu with a hamza (ۃ). The first letter stands for all of them.
 */
const arabicLetters = ['یيىے', 'کك', 'هةەہھۃ', 'اٱ'];
const firstLetters = new Map(
  arabicLetters.flatMap((letters) => [...letters].map((one) => [one, letters[0] ?? one])),
);
/** The mark that only stretches a word, and the hamza that stands alone. */
const left_out = /[ـء]/g;

/** The zero of each script whose digits people type; the nine others follow it. */
const zeros = [...'٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐'].map((zero) => zero.charCodeAt(0));
const digitOf = (digit: string): string => {
  const code = digit.charCodeAt(0);
  const zero = zeros.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
};

/** How letters with a mark are written without it: the index has ö as o, and people type oe. */
const twoLetters: Readonly<Record<string, string>> = {
  ä: 'ae',
  æ: 'ae',
  ö: 'oe',
  ø: 'oe',
  ü: 'ue',
  å: 'aa',
};
const withTwoLetters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äæöøüå]/g, (letter) => twoLetters[letter] ?? letter);
/** At the end of a word the letters may be the beginning of others: `joe` is no beginning of John. */
const withOneLetter = (text: string): string =>
  text.replace(/([aou])e(?=\p{L})|aa(?=\p{L})/gu, (_, one) => one ?? 'a');

/** The one spelling in which words of the index are compared, whichever spelling they have. */
export const fold = (words: string): string =>
  withOneLetter(
    words
      .replace(left_out, '')
      .replace(/[\u0600-\u06ff]/g, (letter) => firstLetters.get(letter) ?? letter)
      .replace(/\p{Nd}/gu, digitOf),
  );

/** A whole folded word, of which the last letters begin no others: `malmoe` is Malmö. */
export const foldedEnd = (word: string): string =>
  word.replace(/([aou])e$|aa$/, (_, one) => one ?? 'a');

const inArabic = (text: string): string => text.replace(/ی/g, 'ي').replace(/ک/g, 'ك');
const inPersian = (text: string): string =>
  text.normalize('NFC').replace(/[يى]/g, 'ی').replace(/ك/g, 'ک');

/** Other spellings under which the index may have a name. */
export const spellingsOf = (name: string): string[] => [
  withTwoLetters(name),
  withOneLetter(name.toLowerCase()),
  inPersian(name),
  inArabic(name),
];

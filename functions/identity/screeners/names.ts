import { withoutLegalForms } from './legal-forms.ts';
import { wordSimilarity } from './word-similarity.ts';

type Words = readonly string[];

/** How names of persons are compared where more is known of them. */
type Options = {
  /** Words of the subject between its first and its last that a list does not have cost nothing. */
  readonly isMiddleFree?: boolean;
};

/** How much a person's name is like one on a list, from 0 to 1. */
export const personSimilarity = (subject: Words, listed: Words, options: Options = {}): number =>
  wordsSimilarity(subject, listed, options);

/**
 * The same of companies: without legal forms or, as these are misspelled too, with them, whichever is more. But one word among
 * others is hardly a name, whatever form both have.
 */
export const companySimilarity = (subject: Words, listed: Words): number => {
  const [one, other] = [withoutLegalForms(subject), withoutLegalForms(listed)];
  const distinctive = wordsSimilarity(one, other);
  if (one.length === subject.length && other.length === listed.length) return distinctive;
  const whole = wordsSimilarity(subject, listed);
  const isAlone = one.length === 1 && other.length > 1 && whole < 1;
  return isAlone ? distinctive : Math.max(distinctive, whole);
};

/**
 * How much words are alike, whatever their order. Each word is paired with the most similar one and
 * counts by its length. Words of the list that are left over cost up to 15 percent, as many people
 * leave out some of their names. Words of the subject that are left over count in full.
 */
const wordsSimilarity = (
  subject: Words,
  listed: Words,
  { isMiddleFree = false }: Options = {},
): number => {
  const one = joinedAs(withInitials(subject, listed), listed);
  const other = joinedAs(withInitials(listed, one), one);
  const taken = { one: new Set<number>(), other: new Set<number>() };
  let sum = 0;
  let matched = 0;
  for (const { a, b, similarity } of pairsOf(one, other)) {
    if (taken.one.has(a) || taken.other.has(b)) continue;
    taken.one.add(a);
    taken.other.add(b);
    const length = lettersOf(other[b] ?? '');
    sum += similarity * (lettersOf(one[a] ?? '') + length);
    matched += length;
  }
  if (matched === 0) return 0;
  const leftOver = 0.15 * (1 - matched / lengthOf(other));
  const counted = isMiddleFree
    ? one.filter((_, at) => at === 0 || at === one.length - 1 || taken.one.has(at))
    : one;
  // One word that is among others is hardly a name.
  const alone = one.length === 1 && other.length > 1 ? 0.88 : 1;
  const extra =
    extra_costs * (lengthOf(counted) - lengthOf(one.filter((_, at) => taken.one.has(at))));
  return (sum / (lengthOf(counted) + extra + matched)) * (1 - leftOver) * alone;
};

/** Letters that the list does not have at all say more than letters that are written otherwise. */
const extra_costs = 0.1;

/** Initials that are written together, apart, where the other name has words for all of them: `JC` for Jean-Claude. */
const withInitials = (words: Words, other: Words): Words =>
  words.flatMap((word) => {
    const isInitials =
      initials.test(word) &&
      [...word].every((letter) => other.some((one) => one.startsWith(letter)));
    return isInitials && !other.includes(word) ? [...word] : [word];
  });

const initials = /^[b-df-hj-np-tv-xz]{2,3}$/;

/** All pairs of similar words, the most similar first. */
const pairsOf = (one: Words, other: Words) =>
  one
    .flatMap((word, a) =>
      other.map((against, b) => ({ a, b, similarity: wordSimilarity(word, against) })),
    )
    .filter(({ similarity }) => similarity > 0)
    .sort((first, second) => second.similarity - first.similarity);

/** The words with neighbours put together that are one word of the other name: `abdul rahman` as `abdulrahman`. */
const joinedAs = (words: Words, other: Words): Words => {
  for (let at = 0; at + 1 < words.length; at += 1) {
    if (other.includes(words[at] ?? '')) continue;
    for (let to = at + 2; to <= Math.min(at + joined_words_max, words.length); to += 1) {
      const joined = words
        .slice(at, to)
        .join('')
        .replace(/(?<=.)~/g, '');
      if (other.some((word) => isSpelledTogether(joined, word)))
        return joinedAs([...words.slice(0, at), joined, ...words.slice(to)], other);
    }
  }
  return words;
};

const joined_words_max = 3;

const isSpelledTogether = (joined: string, word: string): boolean =>
  joined === word ||
  (word.length > 3 &&
    (Math.abs(word.length - joined.length) < 4 || joined.startsWith('~') || word.startsWith('~')) &&
    wordSimilarity(joined, word) > joined_min);

/** From here on, words written together are taken for the one word. */
const joined_min = 0.94;

const lettersOf = (word: string): number => word.length - (word.startsWith('~') ? 1 : 0);

const lengthOf = (words: Words): number => words.reduce((sum, word) => sum + lettersOf(word), 0);

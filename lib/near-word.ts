import { closest, distance } from 'fastest-levenshtein';

/** The known word that somebody probably meant by another; undefined where none differs in a few letters only. */
export const nearWord = <Word extends string>(
  word: string,
  known: readonly Word[],
): Word | undefined => {
  const near = known.length > 0 ? (closest(word, known) as Word) : undefined;
  return near !== undefined && distance(word, near) <= typosIn(word) ? near : undefined;
};

/** With more wrong letters it is another word; dashes before an option do not count. */
const typosIn = (word: string): number => (word.replace(/^-+/, '').length > 4 ? 2 : 1);

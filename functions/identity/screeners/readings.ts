import { withoutTitles } from './person-words.ts';
import { plainWords } from './plain-words.ts';
import { readerOf } from './script-readers.ts';
import { type ComparedScript, scriptToRead } from './scripts.ts';

/** A way to read a name: words in Latin letters or, for names of one script alone, as they are written. */
export type NameReading = {
  readonly words: readonly string[];
  /** The same with titles and particles. */
  readonly full: readonly string[];
  /** `Latn` also for scripts of which every letter has one reading. */
  readonly script: ComparedScript;
  readonly isAsWritten: boolean;
};

/** Whether a list has a word of this spelling. */
export type IsListed = (spelling: string) => boolean;

/** All ways to read a name. Words that only a list can tell from others are read as it has them. */
export const readingsOf = (
  name: string,
  type: 'person' | 'organization',
  isListed: IsListed,
): NameReading[] => {
  const script = scriptToRead(name);
  const reader = script && readerOf(script);
  if (!script || !reader)
    return [{ ...tidy(plainWords(name), type), script: 'Latn', isAsWritten: true }];
  const parts = name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const read = reader.read(parts, { type, isListed });
  return [
    { words: reader.asWritten(parts), full: reader.asWritten(parts), script, isAsWritten: true },
    ...read.map((words) => ({ ...tidy(words, type), script, isAsWritten: false })),
  ];
};

const tidy = (full: readonly string[], type: 'person' | 'organization') => ({
  full,
  words: type === 'person' ? withoutTitles(full) : full,
});

/** Two readings are compared unless both were made from one script: that says more as it is written. */
export const areComparable = (one: NameReading, other: NameReading): boolean =>
  one.script !== other.script || (one.isAsWritten && other.isAsWritten);

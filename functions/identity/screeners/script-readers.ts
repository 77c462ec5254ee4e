import { hanReader } from './han.ts';
import { hangulReader } from './hangul.ts';
import type { Reader } from './reader.ts';
import type { ComparedScript, WayToRead } from './scripts.ts';
import { comparedScripts } from './scripts.ts';
import { arabicReader, hebrewReader, indicReader, thaiReader } from './vowelless-words.ts';

const readers: Readonly<Record<Exclude<WayToRead, 'letters'>, Reader>> = {
  arabic: arabicReader,
  hebrew: hebrewReader,
  indic: indicReader,
  thai: thaiReader,
  hangul: hangulReader,
  han: hanReader,
};

/** The reader of a script; none for one whose letters have one reading each. */
export const readerOf = (script: ComparedScript): Reader | undefined => {
  const way = comparedScripts[script];
  return way === 'letters' ? undefined : readers[way];
};

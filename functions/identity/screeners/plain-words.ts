import anyAscii from 'any-ascii';

/**
 * The words of a name in Latin letters, without marks or case. Letters that are written together
 * with points are one word (`A.B.C.`). So are those that stand alone in a row (`A B C`; with points
 * from three on, as two are initials).
 */
export const plainWords = (name: string): string[] => {
  const text = anyAscii(name.normalize('NFKC').replace(greekB, 'b'))
    .toLowerCase()
    .replace(/['`’]/g, '');
  const words: string[] = [];
  for (const run of runsOf(text.split(/\s+/)))
    words.push(...run.split(/[^a-z0-9]+/).filter((word) => word !== ''));
  return words;
};

/** At the beginning of a Greek word these two letters are a `b` (ELOT 743). */
const greekB = /(?<!\p{L})μπ/giu;

/** The words that blanks separate, letters that belong together as one. */
const runsOf = (tokens: readonly string[]): string[] => {
  const runs: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const letters = lettersFrom(tokens, at, /^[a-z]$/);
    const pointed = lettersFrom(tokens, at, /^[a-z]\.?$/);
    const length = pointed > 2 ? pointed : letters > 1 ? letters : 1;
    const run = tokens.slice(at, at + length).join('');
    runs.push(length > 1 || pointedLetters.test(run) ? run.replace(/\./g, '') : run);
    at += length - 1;
  }
  return runs;
};

const lettersFrom = (tokens: readonly string[], from: number, letter: RegExp): number => {
  let to = from;
  while (letter.test(tokens[to] ?? '')) to += 1;
  return to - from;
};

const pointedLetters = /^\W*(?:[a-z]\.-?)+[a-z]?\W*$/;

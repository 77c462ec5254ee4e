import anyAscii from 'any-ascii';

/** The words of a name in Latin letters, without marks or case; letters that stand alone are one word: `A.B.C.` is `abc`. */
export const plainWords = (name: string): string[] => {
  const words = anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['`’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return joinedLetters(words);
};

const joinedLetters = (words: readonly string[]): string[] => {
  const joined: string[] = [];
  let isRun = false;
  for (const word of words) {
    const isLetter = word.length === 1 && word >= 'a';
    if (isLetter && isRun) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    isRun = isLetter;
  }
  return joined;
};

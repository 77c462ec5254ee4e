import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { UsageError } from './failures.ts';
import { withFile } from './file-errors.ts';

/** The text of a file in UTF-8, without a byte order mark. */
export const readTextFile = (path: string): string =>
  decoded(
    withFile('read', path, () => readFileSync(path)),
    path,
  );

/** Everything on standard input, in UTF-8 and without a byte order mark. */
export const readInput = async (): Promise<string> =>
  decoded(await buffer(process.stdin), 'Standard input');

/** Marks with which files of other encodings begin; that of UTF-32 begins as that of UTF-16 does. */
const marks: readonly (readonly [string, string])[] = [
  ['fffe0000', 'UTF-32 (little endian)'],
  ['0000feff', 'UTF-32 (big endian)'],
  ['fffe', 'UTF-16 (little endian)'],
  ['feff', 'UTF-16 (big endian)'],
];

const decoded = (bytes: Buffer, what: string): string => {
  const encoding = otherEncodingOf(bytes);
  if (encoding !== undefined) throw new UsageError(`${what} is ${encoding}. Save it as UTF-8.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${what} is not UTF-8. Save it as UTF-8.`);
  }
};

/** JSON begins with an ASCII character: a zero byte beside it shows UTF-16 without its mark. */
const otherEncodingOf = (bytes: Buffer): string | undefined => {
  const start = bytes.subarray(0, 4).toString('hex');
  const marked = marks.find(([mark]) => start.startsWith(mark));
  if (marked) return marked[1];
  if (bytes.length < 2) return undefined;
  if (bytes[0] === 0) return 'UTF-16 (big endian)';
  return bytes[1] === 0 ? 'UTF-16 (little endian)' : undefined;
};

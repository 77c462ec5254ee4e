import { UsageError } from './failures.ts';

/** Why the system refused a file, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder, and a file is needed',
  ENOTDIR: 'a part of its path is a file, and a folder is needed',
  EEXIST: 'a file of that name is there, and a folder is needed',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENOTEMPTY: 'a folder of that name is there, and a file is needed',
  EBUSY: 'another program uses it',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EFBIG: 'it would be too large',
  EIO: 'the disk reports an error',
};

/** The same command works later, once the disk has room or was repaired. */
const passing: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EBUSY',
]);

/** The reason of a system error in words. */
export const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => {
  const reason = reasons[code];
  return reason === undefined ? message : `${reason} (${code})`;
};

/** Output that the system did not take, such as for a full disk. */
export const outputError = (error: NodeJS.ErrnoException): Error =>
  new Error(`The output cannot be written: ${reasonOf(error)}.`);

/** Does something with a file; an error of the system becomes a sentence that names the file. */
export const withFile = <T>(deed: 'read' | 'written', path: string, act: () => T): T => {
  try {
    return act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof Error) || code === undefined) throw error;
    const sentence = `${path} cannot be ${deed}: ${reasonOf(error)}.`;
    throw passing.has(code) ? new Error(sentence) : new UsageError(sentence);
  }
};

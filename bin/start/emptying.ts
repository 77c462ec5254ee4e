import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfiguration } from '../../local/errors.ts';
import { lockFiles, lockFolder } from '../../local/folder-lock.ts';

/** Where the data of a folder are between a reset and the next start. */
export const copyOf = (folder: string): string => `${folder}.before-reset`;

/** Removes the copy that the last reset of a folder kept; false where there is none. */
export const removeCopy = (folder: string): boolean => {
  const isKept = existsSync(copyOf(folder));
  rmSync(copyOf(folder), { recursive: true, force: true });
  return isKept;
};

/** The names in a data folder but for its lock, and the bytes of each with all that is below. */
export const contentOf = (folder: string): { readonly name: string; readonly bytes: number }[] => {
  const locking = new Set<string>(Object.values(lockFiles));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => !locking.has(name))
    .map((name) => ({ name, bytes: bytesOf(join(folder, name)) }));
};

const bytesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
    : statSync(path).size;

/**
 * Moves the data of a folder aside, in place of an earlier copy. Rejects with BadConfiguration while a service runs on the
 * folder, and where the folder cannot be moved.
 */
export const emptyFolder = async (
  folder: string,
  agrees: () => Promise<boolean>,
): Promise<boolean> => {
  const { unlock } = lockFolder(folder);
  try {
    if (!(await agrees())) return false;
  } finally {
    // Windows moves no folder in which a file is open.
    unlock();
  }
  removeCopy(folder);
  try {
    renameSync(folder, copyOf(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadConfiguration(
      `${folder} cannot be moved to ${copyOf(folder)} (${code}), and stays as it is.`,
    );
  }
  return true;
};

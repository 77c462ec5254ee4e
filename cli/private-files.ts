import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { UsageError } from './failures.ts';
import { withFile } from './file-errors.ts';

const name = 'fsapi';

/** Where profiles are, by the XDG base directories. */
export const configFolder = (): string => join(baseFolder('XDG_CONFIG_HOME', '.config'), name);

/** Where a listener remembers how far it is, by the XDG base directories. */
export const stateFolder = (): string =>
  join(baseFolder('XDG_STATE_HOME', '.local', 'state'), name);

/** XDG ignores a relative path: the command would find other profiles in each folder that it runs in. */
const baseFolder = (
  variable: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME',
  ...below: readonly string[]
): string => {
  const given = process.env[variable] ?? '';
  return isAbsolute(given) ? given : join(home(variable), ...below);
};

/** A user without an entry in the system's list of users has no home but that of the variable. */
const home = (variable: string): string => {
  let found = '';
  try {
    found = homedir();
  } catch {}
  if (isAbsolute(found)) return found;
  throw new UsageError(
    `This user has no home folder. Set HOME or ${variable} to the path of a folder.`,
  );
};

/** The text of a file that only its owner can read; undefined where there is none. */
export const readPrivate = (path: string): string | undefined =>
  withFile('read', path, () => {
    const file = openIfThere(path);
    if (file === undefined) return undefined;
    try {
      checkMode(dirname(path), statSync(dirname(path)).mode, '700');
      checkMode(path, fstatSync(file).mode, '600');
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  });

const openIfThere = (path: string): number | undefined => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Replaces a file as a whole: after a crash it has the old text or the new one, on the disk. */
export const writePrivate = (path: string, text: string): void =>
  withFile('written', path, () => {
    makeFolder(dirname(path));
    checkMode(dirname(path), statSync(dirname(path)).mode, '700');
    const partial = `${path}.${process.pid}.tmp`;
    try {
      writeWhole(partial, text);
      renameSync(partial, path);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  });

const writeWhole = (path: string, text: string): void => {
  const file = openSync(path, 'w', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Node's recursive mkdir never ends where the system answers ENOENT to a folder in one that exists, as /proc does. */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
  }
};

/** Windows has no such modes: there the folder of the user is what protects. */
const checkMode = (path: string, mode: number, wanted: '600' | '700'): void => {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new UsageError(
      `Others can read or write ${path}, which has keys. Change that: chmod ${wanted} '${path}'`,
    );
};

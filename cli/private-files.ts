import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './failures.ts';

const name = 'fsapi';

/** Where profiles are, by the XDG base directories. */
export const configFolder = (): string => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), name);

/** Where a listener remembers how far it is, by the XDG base directories. */
export const stateFolder = (): string => join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), name);

/** The text of a file that only its owner can read; undefined where there is none. */
export const readPrivate = (path: string): string | undefined => {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    checkMode(dirname(path), statSync(dirname(path)).mode, '700');
    checkMode(path, fstatSync(file).mode, '600');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

/** Replaces a file as a whole: after a crash it has the old text or the new one, on the disk. */
export const writePrivate = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  checkMode(dirname(path), statSync(dirname(path)).mode, '700');
  const partial = `${path}.${process.pid}.tmp`;
  const file = openSync(partial, 'w', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(partial, path);
};

/** Windows has no such modes: there the folder of the user is what protects. */
const checkMode = (path: string, mode: number, wanted: '600' | '700'): void => {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new UsageError(`Others can read or write ${path}, which has keys. Change that: chmod ${wanted} '${path}'`);
};

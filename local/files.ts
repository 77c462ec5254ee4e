import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Credentials } from './access-keys.ts';
import { BadConfiguration } from './errors.ts';

/** Writes JSON whole or not at all, by renaming; `mode` as in chmod, 0600 for what holds secrets. */
export const writeWhole = (path: string, value: unknown, mode = 0o600): void => {
  const half = `${path}.${process.pid}`;
  makeFolder(dirname(path));
  writeFileSync(half, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(half, path);
};

/** The JSON that a file of the data folder holds; undefined where there is no file. */
export const readWhole = <T>(path: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const remedy = 'empty the data folder with `npm run local:reset`';
    throw new BadConfiguration(`The file ${path} cannot be read: ${remedy}.`, { cause });
  }
};

/** Creates a folder and its parents one by one: below /proc, where nothing can be created, Node's recursive way never ends. */
const makeFolder = (folder: string): void => {
  const path = resolve(folder);
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Creates a folder where it is missing, and closes it to everybody but its owner: it holds keys, names and numbers. */
export const privateFolder = (folder: string): void => {
  makeFolder(folder);
  chmodSync(folder, 0o700);
};

/** The same, for a folder that this process reads and writes; throws the system's error where it may not. */
export const openPrivateFolder = (folder: string): void => {
  privateFolder(folder);
  accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
};

/** Removes files; missing ones are ignored. */
export const removeAll = (paths: readonly string[]): void => {
  for (const path of paths) rmSync(path, { force: true });
};

/** How tools on this machine reach a running service. */
export type AwsFile = Credentials & {
  readonly endpoint: string;
  readonly pid: number;
  /** The address that a data plane alone is open on. */
  readonly host?: string;
  /** By function name, where another program runs the functions of the APIs. */
  readonly functions?: Readonly<Record<string, Credentials>>;
};

/** Its path below the folder that the service is started from. */
export const awsFile = (home: string): string => join(home, 'aws.json');

/** The file of a service that runs; undefined where none does. */
export const readAwsFile = (home: string): AwsFile | undefined => {
  try {
    const file = JSON.parse(readFileSync(awsFile(home), 'utf8')) as AwsFile;
    process.kill(file.pid, 0);
    return file;
  } catch {
    return undefined;
  }
};

/** Whether an error says that nothing can be written, of the file system or of SQLite: the disk is full, for one. */
export const isUnwritable = (error: unknown): boolean => {
  const { code, errcode } = (error ?? {}) as {
    readonly code?: unknown;
    readonly errcode?: unknown;
  };
  if (code === 'ERR_SQLITE_ERROR') return sqliteUnwritable.includes(Number(errcode) & 0xff);
  return typeof code === 'string' && /^(ENOSPC|EDQUOT|EROFS|EIO)$/.test(code);
};

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const sqliteUnwritable = [8, 10, 13, 14];

/** Does what may be left undone where nothing can be written; throws every other error. */
export const unlessUnwritable = (change: () => void): void => {
  try {
    change();
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
};

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BadConfiguration } from './bad-configuration.ts';

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

/**
 * Makes a folder and those above it, one by one: where the system denies that a folder exists in which it stands, as below
 * /proc, Node's own recursive way never ends.
 */
export const makeFolder = (folder: string): void => {
  const path = resolve(folder);
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Removes files that tell of a running service; those that are not there are no matter. */
export const removeAll = (paths: readonly string[]): void => {
  for (const path of paths) rmSync(path, { force: true });
};

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes JSON whole or not at all, by renaming; `mode` as in chmod, 0600 for what holds secrets. */
export const writeWhole = (path: string, value: unknown, mode = 0o600): void => {
  const half = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(half, `${JSON.stringify(value, null, 2)}\n`, { mode });
  renameSync(half, path);
};

/** Removes files that tell of a running service; those that are not there are no matter. */
export const removeAll = (paths: readonly string[]): void => {
  for (const path of paths) rmSync(path, { force: true });
};

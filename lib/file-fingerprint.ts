import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';

/** Whether any of these files has been written since: their paths, sizes and times of change as one text. */
export const fingerprintOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of files) {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {
      size: -1,
      mtimeMs: -1,
    };
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

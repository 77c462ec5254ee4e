import { closeSync, openSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadConfiguration } from '../errors.ts';
import { privateFolder } from '../files.ts';

/** Bytes by name: in memory, or files of one folder. */
export type Blobs = {
  readonly names: readonly string[];
  /** Writes bytes under no name yet; `keep` gives them their name, at once and whole, `drop` deletes them. */
  stage(bytes: readonly Buffer[]): Promise<Staged>;
  read(name: string, from: number, length: number): Buffer;
  remove(name: string): void;
};

export type Staged = { keep(name: string): void; drop(): void };

/** Lost with the process. */
export const blobsInMemory = (): Blobs => {
  const kept = new Map<string, Buffer>();
  return {
    get names() {
      return [...kept.keys()];
    },
    stage: async (bytes) => ({
      keep: (name) => void kept.set(name, Buffer.concat(bytes)),
      drop: () => {},
    }),
    read: (name, from, length) => (kept.get(name) ?? Buffer.alloc(0)).subarray(from, from + length),
    remove: (name) => void kept.delete(name),
  };
};

/** Files appear by renaming, so that a crash leaves a whole one or none; unfinished ones are deleted here. */
export const blobsInFolder = (folder: string): Blobs => {
  const names = openFolder(folder);
  let staged = 0;
  return {
    names,
    stage: async (bytes) => {
      staged += 1;
      const part = join(folder, `${process.pid}-${staged}${unfinished}`);
      await writeFile(part, bytes, { mode: 0o600, flush: true });
      return {
        keep: (name) => renameSync(part, join(folder, name)),
        drop: () => rmSync(part, { force: true }),
      };
    },
    read: (name, from, length) => readFrom(join(folder, name), from, length),
    remove: (name) => rmSync(join(folder, name), { force: true }),
  };
};

const unfinished = '.part';

const openFolder = (folder: string): string[] => {
  try {
    privateFolder(folder);
    const found = readdirSync(folder);
    for (const name of found) if (name.endsWith(unfinished)) rmSync(join(folder, name));
    return found.filter((name) => !name.endsWith(unfinished));
  } catch (cause) {
    throw new BadConfiguration(`The data folder ${folder} cannot be written.`, { cause });
  }
};

const readFrom = (path: string, from: number, length: number): Buffer => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, from));
  } finally {
    closeSync(file);
  }
};

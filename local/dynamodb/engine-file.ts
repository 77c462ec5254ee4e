import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadConfiguration } from '../errors.ts';

/** The file of an engine. */
export type EngineFile = {
  readonly path: string;
  /** Called when every process that uses the file has opened it. */
  opened(): void;
};

/** In the folder, which is created where it is missing; throws BadConfiguration. */
export const fileIn = (folder: string): EngineFile => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new BadConfiguration(`The data folder ${folder} cannot be written.`, { cause });
  }
  return { path: join(folder, name), opened: () => {} };
};

/**
 * For data in memory: a file nevertheless, because an engine without one cannot get an index. Its name is removed as soon as
 * it is open, so that the system frees it with the last process that has it open, however that process ends.
 */
export const temporaryFile = (): EngineFile => {
  const folder = mkdtempSync(join(hasRoom(memoryDisk) ? memoryDisk : tmpdir(), 'dynamodb-'));
  return { path: join(folder, name), opened: () => rmSync(folder, { recursive: true, force: true }) };
};

const name = 'dynamodb.sqlite';
const memoryDisk = '/dev/shm';
/** Containers give it 64 MB by default. */
const room_bytes_min = 512 * 1024 * 1024;

const hasRoom = (disk: string): boolean => {
  if (!existsSync(disk)) return false;
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize >= room_bytes_min;
};

import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadConfiguration } from '../bad-configuration.ts';

/** Where an engine's file lies. */
export type Place = {
  readonly file: string;
  /** Called when everybody who works on the file has opened it. */
  opened(): void;
};

/** In the folder, which is made where it is missing; throws BadConfiguration. */
export const keptIn = (folder: string): Place => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new BadConfiguration(`The data folder ${folder} cannot be written.`, { cause });
  }
  return { file: join(folder, name), opened: () => {} };
};

/**
 * For data that nothing outlives: in memory, yet a file, since an engine without one cannot be given an index. As soon as
 * it is open its name is taken away, so that the system frees it with the last process that has it open, however that ends.
 */
export const forgotten = (): Place => {
  const folder = mkdtempSync(join(hasRoom(memoryDisk) ? memoryDisk : tmpdir(), 'dynamodb-'));
  return { file: join(folder, name), opened: () => rmSync(folder, { recursive: true, force: true }) };
};

const name = 'dynamodb.sqlite';
const memoryDisk = '/dev/shm';
/** Containers give it 64 MB unless told. */
const room_bytes_min = 512 * 1024 * 1024;

const hasRoom = (disk: string): boolean => {
  if (!existsSync(disk)) return false;
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize >= room_bytes_min;
};

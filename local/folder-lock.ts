import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BadConfiguration } from './errors.ts';
import { openPrivateFolder, readWhole, removeAll, writeWhole } from './files.ts';

/** A folder that is locked for this process, until it is unlocked or the process ends, however it ends. */
export type FolderLock = {
  /** Says where the service answers, to those who try to lock the folder meanwhile. */
  name(addresses: readonly string[]): void;
  unlock(): void;
};

/** The files of a lock in its folder: one that SQLite locks, and one that says who holds it. */
export const lockFiles = { lock: 'lock.sqlite', holder: 'lock-holder.json' } as const;

type Holder = { readonly pid: number; readonly addresses: readonly string[] };

/** Locks a folder, creating it where it is missing. Throws BadConfiguration that names the holder. */
export const lockFolder = (folder: string): FolderLock => {
  const [file, holder] = [join(folder, lockFiles.lock), join(folder, lockFiles.holder)];
  const name = (addresses: readonly string[]): void =>
    writeWhole(holder, { pid: process.pid, addresses } satisfies Holder);
  try {
    openPrivateFolder(folder);
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
    const database = locked(file);
    if (!database) throw held(folder, readWhole(holder));
    name([]);
    return {
      name,
      unlock: () => {
        removeAll([holder]);
        database.close();
      },
    };
  } catch (error) {
    if (error instanceof BadConfiguration) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code?.startsWith('ERR_') ? message : code;
    throw new BadConfiguration(
      `The folder ${folder} cannot be written (${why}): set LOCAL_DATA to another, or to memory.`,
    );
  }
};

/** The open file, whose lock the system frees with the process; undefined where another process has the lock. */
const locked = (file: string): DatabaseSync | undefined => {
  const database = new DatabaseSync(file);
  try {
    // A transaction that stays open, and writes nothing: it needs no journal beside the file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqlite_busy) return undefined;
    throw error;
  }
};

const sqlite_busy = 5;

const held = (folder: string, holder: Holder | undefined): BadConfiguration => {
  const named = holder && ` (${[`process ${holder.pid}`, ...holder.addresses].join(', ')})`;
  return new BadConfiguration(`The service already runs on ${folder}${named ?? ''}: end it first.`);
};

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfiguration } from './bad-configuration.ts';
import { makeFolder } from './own-files.ts';

/**
 * Takes a folder for this process alone, making it if need be; the answer gives it back. `program` is the file whose
 * processes may hold it: a process id may be somebody else's by now. Throws BadConfiguration.
 */
export const lockFolder = (folder: string, program: string): (() => void) => {
  const file = join(folder, 'lock');
  const holder = take(folder, file);
  if (holder !== undefined && isRunning(holder, program)) {
    throw new BadConfiguration(`The service already runs on ${folder} (process ${holder}): end it first.`);
  }
  if (holder !== undefined) {
    // Whoever wrote it is gone without a farewell.
    rmSync(file, { force: true });
    if (take(folder, file) !== undefined) throw new BadConfiguration(`The service is just starting on ${folder}.`);
  }
  return () => rmSync(file, { force: true });
};

/** Writes our process id, unless somebody's stands there: then it is the answer. */
const take = (folder: string, file: string): number | undefined => {
  try {
    makeFolder(folder);
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isLock(file)) return Number(readFileSync(file, 'utf8'));
    throw new BadConfiguration(
      `The folder ${folder} cannot be written (${code}): set LOCAL_DATA to another, or to memory.`,
    );
  }
};

const isLock = (file: string): boolean => {
  try {
    return /^\d+$/.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
};

/** Whether a process with this id runs the program. */
export const isRunning = (pid: number, program: string): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
  } catch {
    return true;
  }
};

import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BadConfiguration } from '../../local/errors.ts';

/** Where a start writes what is no data. */
export type Folders = {
  /** The assembly, and the addresses and keys. */
  readonly home: string;
  /** The folder of everything built from the sources; undefined: `.build`. */
  readonly build?: string;
  /** Stands in for what cannot be written and ends with the run; undefined: all can be. */
  readonly temporary?: string;
};

/**
 * `.local` below the folder that the service is started from, and `.build` of the repository; where one cannot be written,
 * a folder of this run instead. Throws BadConfiguration.
 */
export const foldersFor = (
  started: string,
  repository: string,
  temporaries = tmpdir(),
): Folders => {
  const [home, build] = [resolve(started, '.local'), resolve(repository, '.build')];
  const unwritable = [home, build].filter((folder) => !isWritable(folder));
  if (unwritable.length === 0) return { home };
  const temporary = makeTemporary(temporaries, unwritable);
  return {
    home: unwritable.includes(home) ? join(temporary, 'local') : home,
    ...(unwritable.includes(build) && { build: join(temporary, 'build') }),
    temporary,
  };
};

/** Creates the folder where it is missing. Below /proc Node's recursive way never ends, and the parents exist. */
const isWritable = (folder: string): boolean => {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  try {
    accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const makeTemporary = (temporaries: string, unwritable: readonly string[]): string => {
  try {
    return mkdtempSync(join(temporaries, 'financial-services-api-'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadConfiguration(
      `Neither ${unwritable[0]} nor ${temporaries} can be written (${code}): set TMPDIR to a folder that can.`,
    );
  }
};

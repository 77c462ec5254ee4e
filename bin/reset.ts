import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BadConfiguration } from '../local/errors.ts';
import { lockFiles, lockFolder } from '../local/folder-lock.ts';
import { readCommandLine } from './command-line.ts';
import { dataFolderDefault, readSettings } from './start/settings.ts';

readCommandLine({
  usage: `npm run local:reset

Deletes all data and keys in .local/data, or in the folder that LOCAL_DATA names. It is refused while a service runs on
the folder.`,
});

const all = { recursive: true, force: true };

try {
  const folder = resolve(readSettings(process.env).dataFolder ?? dataFolderDefault);
  const { unlock } = lockFolder(folder);
  const locking = new Set<string>(Object.values(lockFiles));
  for (const name of readdirSync(folder).filter((one) => !locking.has(one))) rmSync(join(folder, name), all);
  // Windows removes no file that is open.
  unlock();
  rmSync(folder, all);
  process.stdout.write(`${folder} is empty: the next start makes new data.\n`);
} catch (error) {
  process.stderr.write(error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}

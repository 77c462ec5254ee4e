import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadConfiguration } from '../local/errors.ts';
import { lockFolder } from '../local/files.ts';
import { readCommandLine } from './command-line.ts';
import { dataFolderDefault, program, readSettings } from './start/settings.ts';

readCommandLine({
  usage: `npm run local:reset

Deletes all data and keys in .local/data, or in the folder that LOCAL_DATA names. It is refused while a service runs on
the folder.`,
});

try {
  const folder = resolve(readSettings(process.env).dataFolder ?? dataFolderDefault);
  lockFolder(folder, program);
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${folder} is empty: the next start makes new data.\n`);
} catch (error) {
  process.stderr.write(error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}

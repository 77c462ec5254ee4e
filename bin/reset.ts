import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadConfiguration } from '../local/errors.ts';
import { lockFolder } from '../local/files.ts';
import { dataFolderDefault, program, readSettings } from './start/settings.ts';

// `npm run local:reset`: empties the data folder, unless a service runs on it.
try {
  const folder = resolve(readSettings(process.env).dataFolder ?? dataFolderDefault);
  lockFolder(folder, program);
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${folder} is empty: the next start makes new data.\n`);
} catch (error) {
  process.stderr.write(error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}

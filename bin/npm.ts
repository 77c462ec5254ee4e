import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BadConfiguration } from '../local/errors.ts';

/**
 * The program of npm, for Node to run: Windows starts no `npm.cmd` without a shell. npm names
 * itself to the programs that it runs. Elsewhere it is in the PATH: a link to the program, or a
 * command in the folder that has its package.
 */
export const npmProgram = (env: NodeJS.ProcessEnv = process.env): string => {
  const places = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  const programs = places.flatMap((folder) => [
    ...(existsSync(join(folder, 'npm')) ? [realpathSync(join(folder, 'npm'))] : []),
    join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]);
  const named = [env.npm_execpath ?? '', ...programs];
  const found = named.find((path) => /[\\/]npm-cli\.[cm]?js$/.test(path) && existsSync(path));
  if (found === undefined)
    throw new BadConfiguration('npm is not in the PATH: install it with Node.');
  return found;
};

/** Runs npm in a folder to its end; throws where it fails. The answer is what it printed. */
export const runNpm = (words: readonly string[], cwd: string): string =>
  execFileSync(process.execPath, [npmProgram(), ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program runs, and what is laid over its environment. */
export type ProgramOptions = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs a program to its end: what it said. Rejects with the end of that where it fails. */
export const run = (
  program: string,
  args: readonly string[],
  { cwd, env }: ProgramOptions = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      const said = Buffer.concat(parts).toString();
      if (code === 0) resolve(said);
      else
        reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${said.slice(-4000)}`));
    });
  });

/** Whether a program is on this machine. */
export const isHere = (program: string): boolean =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((place) =>
      ['', '.exe', '.cmd'].some((ending) => existsSync(join(place, `${program}${ending}`))),
    );

/** Ends the process with a sentence where a program is missing that a command takes. */
export const takes = (command: string, programs: readonly string[]): void => {
  const missing = programs.filter((program) => !isHere(program));
  if (missing.length === 0) return;
  console.error(
    `${command} takes ${programs.join(' and ')}; not on this machine: ${missing.join(', ')}.`,
  );
  process.exit(1);
};

/** A Python of its own in a folder, with these packages, which are installed once; where it is. */
export const pythonWith = async (folder: string, packages: readonly string[]): Promise<string> => {
  const [home, installed] = [join(folder, 'venv'), join(folder, 'installed.txt')];
  const python = join(home, 'bin/python');
  const wanted = packages.join('\n');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return python;
  mkdirSync(folder, { recursive: true });
  await run('python3', ['-m', 'venv', '--clear', home]);
  await run(python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    ...packages,
  ]);
  writeFileSync(installed, wanted);
  return python;
};

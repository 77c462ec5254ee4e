import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a process with this id exists and has not ended; a zombie that nobody has collected yet has. */
export const isAlive = (pid: number): boolean => processes().some((each) => each.pid === pid);

/** Ids of all processes below one, whatever their group. */
export const descendantsOf = (pid: number): number[] => {
  const all = processes();
  const below = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each.pid, ...below(each.pid)]);
  return below(pid);
};

const processes = (): { pid: number; parent: number }[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));

/** A script of the repository that runs: what it has said so far, and how it ended. */
export type Script = {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<number | null>;
};

/** Starts `file` (from the root of the repository) with Node in a folder, with these variables over our own. */
export const startScript = (
  file: string,
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Script => {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const env: NodeJS.ProcessEnv = { ...process.env, ...variables };
  // Set by the test runner; a script that inherits it would report to the runner instead of printing.
  delete env.NODE_TEST_CONTEXT;
  const child = spawn(process.execPath, [path, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, ended };
};

/** The files and folders at and below a folder that others than their owner may read, write or enter. */
export const openToOthers = (folder: string): string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );

/** Milliseconds for a script to be ready that builds the site and the bundles first: minutes, while others use the machine. */
export const build_ms_max = 600_000;

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

/** Anything particular to a system is in this file alone. */
const isWindows = process.platform === 'win32';

/** Prints each process: its id, that of its parent, and its state. */
const [lister, ...words] = isWindows
  ? [
      ...['powershell.exe', '-NoProfile', '-Command'],
      'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) R" }',
    ]
  : ['ps', '-e', '-o', 'pid=,ppid=,stat='];

const processes = (): { pid: number; parent: number }[] =>
  execFileSync(lister ?? '', words, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = 'Z']) => !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));

/** How a program is started whose processes are a group, as a terminal has it; Windows has none that a signal reaches. */
export const asGroup = { detached: !isWindows } as const;

/** Interrupts all processes of a group, as Ctrl-C does in a terminal; false where the system cannot. */
export const interruptGroup = (pid: number): boolean => !isWindows && process.kill(-pid, 'SIGINT');

/** For tests that Windows skips: it has no shell of Unix, and a signal ends a process there without being asked of it. */
export const onUnix = {
  skip: isWindows && 'Windows has no shell of Unix, and no signal that a process answers',
};

/** Ends a process at once, whatever it does about signals; one that is gone already is not missed. */
export const endAtOnce = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Ends a program that was started as a group with all that it has started; on Windows it alone. */
export const endGroupAtOnce = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) endAtOnce(isWindows ? pid : -pid);
};

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
  const child = spawn(process.execPath, [path, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  isWindows
    ? []
    : ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
        (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
      );

/** Whether a file or folder has this mode, as in chmod; Windows has no such modes. */
export const hasMode = (path: string, mode: number): boolean =>
  isWindows || (statSync(path).mode & 0o777) === mode;

/** This system, as packages of programs are named for it. */
export const system = `${process.platform}-${process.arch}`;

/** Milliseconds for a script to be ready that builds the site and the bundles first: minutes, while others use the machine. */
export const build_ms_max = 600_000;

import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** One of several commands that need nothing of each other. */
export type Step = {
  readonly name: string;
  /** The words that follow `node`. */
  readonly words: readonly string[];
  /** Variables over our own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command or text for a person when it fails. */
  readonly mend: string;
};

type Ended = Step & { readonly succeeded: boolean; readonly output: string; readonly ms: number };

/**
 * Runs steps side by side, as many as there are processors, and prints each whole when it ends. Returns whether all
 * succeeded, after a line for each that did not. With `bail` the first that fails ends all others.
 */
export const runSteps = async (
  steps: readonly Step[],
  { bail = false }: { readonly bail?: boolean } = {},
): Promise<boolean> => {
  const waiting = [...steps];
  const failed: Ended[] = [];
  const groups = bail ? processGroups() : undefined;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const step = await endOf(next, groups);
      if (bail && failed.length > 0) return;
      print(step);
      if (step.succeeded) continue;
      failed.push(step);
      if (!bail) continue;
      waiting.length = 0;
      groups?.end();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const { name, mend } of failed) console.error(`✖ ${name}: ${mend}`);
  return failed.length === 0;
};

const print = ({ name, succeeded, output, ms }: Ended): void => {
  const seconds = (ms / 1000).toFixed(1);
  process.stdout.write(`${succeeded ? '✔' : '✖'} ${name} (${seconds} s)\n${output}`);
};

const endOf = (step: Step, groups: ProcessGroups | undefined) =>
  new Promise<Ended>((done, failed) => {
    const began = performance.now();
    const child = spawn(process.execPath, step.words, {
      env: { ...process.env, ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: groups?.areSupported ?? false,
    });
    groups?.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child
      .on('error', failed)
      .on('close', (status) =>
        done({ ...step, succeeded: status === 0, output, ms: performance.now() - began }),
      );
  });

type ProcessGroups = ReturnType<typeof processGroups>;

/** The processes of steps with all that they have started. They end with this process. */
const processGroups = () => {
  const children = new Set<ChildProcess>();
  /** Windows has no groups. */
  const areSupported = process.platform !== 'win32';
  const endOne = (child: ChildProcess): void => {
    if (!areSupported) child.kill();
    else if (child.pid) killGroup(child.pid);
  };
  const end = (): void => children.forEach(endOne);
  process.on('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return {
    areSupported,
    end,
    add: (child: ChildProcess): void => {
      children.add(child);
      // What a process leaves behind would keep its output open.
      child.on('exit', () => {
        endOne(child);
        children.delete(child);
      });
    },
  };
};

const killGroup = (id: number): void => {
  try {
    process.kill(-id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { asGroup, endGroupAtOnce } from '../local/test/helpers/processes.ts';

/** One of several commands that need nothing of each other. */
export type Step = {
  readonly name: string;
  /** The words that follow `node`. */
  readonly words: readonly string[];
  /** Those of a command that has to succeed before. */
  readonly first?: readonly string[];
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
      const step = await ended(next, groups);
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

const ended = async (step: Step, groups: ProcessGroups | undefined): Promise<Ended> => {
  const began = performance.now();
  let output = '';
  for (const words of step.first ? [step.first, step.words] : [step.words]) {
    const command = await run({ ...step, words }, groups);
    output += command.output;
    if (command.status === 0) continue;
    return { ...step, succeeded: false, output, ms: performance.now() - began };
  }
  return { ...step, succeeded: true, output, ms: performance.now() - began };
};

type Command = { readonly status: number | null; readonly output: string };

const run = ({ words, env }: Step, groups: ProcessGroups | undefined) =>
  new Promise<Command>((done, failed) => {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(groups && asGroup),
    });
    groups?.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', failed).on('close', (status) => done({ status, output }));
  });

type ProcessGroups = ReturnType<typeof processGroups>;

/** The processes of steps with all that they have started. They end with this process. */
const processGroups = () => {
  const children = new Set<ChildProcess>();
  const end = (): void => children.forEach(endGroupAtOnce);
  process.on('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return {
    end,
    add: (child: ChildProcess): void => {
      children.add(child);
      // Its output stays open as long as a process that it left behind.
      child.on('exit', () => {
        endGroupAtOnce(child);
        children.delete(child);
      });
    },
  };
};

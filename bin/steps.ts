import { spawn } from 'node:child_process';
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

type Ended = Step & { readonly succeeded: boolean };

/**
 * Runs steps side by side, as many as there are processors, and prints each whole when it ends. Returns whether all
 * succeeded, after a line for each that did not.
 */
export const runSteps = async (steps: readonly Step[]): Promise<boolean> => {
  const waiting = [...steps];
  const ended: Ended[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) ended.push(await runStep(next));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const failed = ended.filter(({ succeeded }) => !succeeded);
  for (const { name, mend } of failed) console.error(`✖ ${name}: ${mend}`);
  return failed.length === 0;
};

const runStep = async (step: Step): Promise<Ended> => {
  const began = performance.now();
  const { status, output } = await outputOf(step);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const succeeded = status === 0;
  process.stdout.write(`${succeeded ? '✔' : '✖'} ${step.name} (${seconds} s)\n${output}`);
  return { ...step, succeeded };
};

const outputOf = ({ words, env }: Step) =>
  new Promise<{ readonly status: number | null; readonly output: string }>((done, failed) => {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', failed).on('close', (status) => done({ status, output }));
  });

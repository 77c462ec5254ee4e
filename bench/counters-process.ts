import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Core } from '../local/dynamodb/engine/core.ts';
import { meteredTables } from './counters-tables.ts';
import type { Invocation } from './counters-worker.ts';

const program = fileURLToPath(new URL('./counters-worker.ts', import.meta.url));

/** Where a process dies: at its nth call, before or after the call has its effect. */
export type Death = { readonly calls: number; readonly before: boolean };

/** A process of the counting functions, which starts again after it was killed. */
export const startCounting = async (core: Core) => {
  const tables = await meteredTables(core);
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${tables.port}`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    ENVIRONMENT: 'sandbox',
    // A comparison that is due in five minutes is due in a third of a second.
    CLOCK_SPEED: '1000',
  };
  let [child, rss_max]: [ChildProcess | undefined, number] = [undefined, 0];
  const lines: string[] = [];
  const started = async (): Promise<ChildProcess> => {
    if (child) return child;
    child = fork(program, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const output of [child.stdout, child.stderr])
      output?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
    await once(child, 'message');
    return child;
  };
  /** Whether the invocation was answered; a death that came ends it before. */
  const invoke = async (invocation: Invocation, death?: Death): Promise<boolean> => {
    const running = await started();
    if (death) tables.endAt(death.calls, death.before, () => running.kill('SIGKILL'));
    running.send(invocation);
    const over = new AbortController();
    const { signal } = over;
    const [answer] = await Promise.race([
      once(running, 'message', { signal }),
      once(running, 'exit', { signal }),
    ]);
    over.abort();
    tables.endAtNone();
    if (running.signalCode || running.exitCode !== null || running.killed) {
      if (running.exitCode === null && !running.signalCode) await once(running, 'exit');
      child = undefined;
      return false;
    }
    if (answer.error) throw new Error(answer.error);
    if (answer.answer.batchItemFailures.length > 0) throw new Error(lines.join(''));
    rss_max = Math.max(rss_max, answer.rss);
    return true;
  };
  return {
    invoke,
    spent: tables.spent,
    /** The most memory that it was seen with, in bytes. */
    rss_max: () => rss_max,
    /** How often it logged an event. */
    logged: (event: string) => lines.join('').split(`"event":"${event}"`).length - 1,
    stop: async () => {
      child?.kill();
      await tables.stop();
    },
  };
};

export type Counting = Awaited<ReturnType<typeof startCounting>>;

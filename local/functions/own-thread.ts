import { Worker } from 'node:worker_threads';
import type { Housing, HousingOptions } from './housing.ts';
import { lineCutter } from './logs.ts';
import { payload_bytes_max } from './outcome.ts';
import { traceIdOf } from './runtime-api.ts';

/** Starts an instance in a thread of ours. */
export const startOwnThread = async ({ of, variables, reports, printed }: HousingOptions): Promise<Housing> => {
  // Threads have no time zone of their own; Lambda's is this one.
  process.env.TZ = 'UTC';
  const worker = new Worker(runtime, {
    env: variables,
    // None of our own flags.
    execArgv: [],
    workerData: { cache: of.compiled },
    resourceLimits: { maxOldGenerationSizeMb: of.memory_mb },
  });
  const lines = {
    stdout: lineCutter((line) => printed('stdout', line)),
    stderr: lineCutter((line) => printed('stderr', line)),
  };
  worker.on('message', (told: Told) => {
    if (told.kind === 'printed') lines[told.stream].push(told.text);
    else report(told);
  });
  const report = (told: Exclude<Told, { kind: 'printed' }>): void => {
    if (told.kind === 'ready') reports.ready();
    else if (told.kind === 'startFailed') reports.startFailed(told.error);
    else if (Buffer.byteLength(told.payload) > payload_bytes_max) reports.answerTooLarge(told.requestId);
    else reports[told.kind](told.requestId, told.payload);
  };
  // Out of memory, say: the code of the end tells that it failed.
  worker.on('error', (error) => lines.stderr.push(`${error}\n`));
  let killed = false;
  return {
    pid: undefined,
    give: (invocation) => worker.postMessage({ ...invocation, traceId: traceIdOf(invocation.requestId) }),
    cpu_us: async () => {
      // One that has ended can tell nothing any more.
      const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
      return user + system;
    },
    kill: () => {
      killed = true;
      void worker.terminate();
    },
    gone: new Promise((resolve) => {
      worker.once('exit', (code) => {
        for (const { end } of Object.values(lines)) end();
        resolve(killed ? [null, 'SIGKILL'] : [code, null]);
      });
    }),
  };
};

type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answered' | 'failed'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'startFailed'; readonly error: string }
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string };

const runtime = new URL('./runtime-thread.cjs', import.meta.url);

import { Worker } from 'node:worker_threads';
import type { Housing, HousingOptions } from './housing.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { lineCutter } from './logs.ts';
import { payload_bytes_max } from './outcome.ts';
import { traceIdOf } from './runtime-api.ts';

/** Threads of ours, in which instances live. */
export type Threads = {
  /** Gives an instance a place in a thread that serves nobody, or in a new one. */
  house(options: HousingOptions): Promise<Housing>;
};

/**
 * Threads with so many instances in each at most. To start a thread takes as long as to load a function into one; it
 * serves one invocation at a time, so that nobody else is hit when the instance which it serves is killed: the others only
 * have to be started again. Whose end took others with it gets a thread of its own from then on, which nobody shares. Alone
 * in its thread a function has no more memory than its template says.
 */
export const createThreads = (residents_max: number): Threads => {
  const threads = new Set<Thread>();
  const apart = new Set<LambdaFunction>();
  return {
    house: async (options) => {
      const { of } = options;
      const isAlone = residents_max === 1 || apart.has(of);
      const free = isAlone ? undefined : [...threads].find((thread) => hasRoom(thread, of, residents_max));
      const thread = free ?? startThread(options, isAlone ? of.memory_mb : shared_heap_mb);
      if (!free && !isAlone) {
        threads.add(thread);
        thread.worker.once('exit', () => threads.delete(thread));
      }
      return moveInto(thread, options, () => apart.add(of));
    },
  };
};

/** One bundle is loaded once in a thread: what it reads of its environment then is that of one function alone. */
const hasRoom = ({ serves, background, residents }: Thread, of: LambdaFunction, residents_max: number): boolean =>
  serves === 'nobody' &&
  background === of.worker &&
  residents.size < residents_max &&
  ![...residents].some(({ folder }) => folder === of.folder);

/** The heap of all who share a thread. */
const shared_heap_mb = 2_048;

type Thread = {
  readonly worker: Worker;
  /** Whether functions live in it that no API leads to: they keep no request waiting. */
  readonly background: boolean;
  readonly residents: Set<Resident>;
  /** Whom it loads or serves; what it prints is theirs. */
  serves: Resident | 'nobody' | 'is_killed';
  last: Resident | undefined;
};

type Resident = Pick<HousingOptions, 'reports'> & {
  readonly folder: string;
  readonly lines: Readonly<Record<'stdout' | 'stderr', ReturnType<typeof lineCutter>>>;
  /** How it left: killed, or with the code of its thread. */
  readonly left: (code: number | null, signal: string | null) => void;
};

const startThread = ({ of, variables }: HousingOptions, heap_mb: number): Thread => {
  // Threads have no time zone of their own; Lambda's is this one.
  process.env.TZ = 'UTC';
  const worker = new Worker(runtime, {
    env: variables,
    // None of our own flags.
    execArgv: [],
    workerData: { cache: of.compiled },
    resourceLimits: { maxOldGenerationSizeMb: heap_mb },
  });
  const thread: Thread = { worker, background: of.worker, residents: new Set(), serves: 'nobody', last: undefined };
  worker.on('message', (told: Told) => {
    if (told.kind === 'printed') thread.last?.lines[told.stream].push(told.text);
    else report(thread, told);
  });
  // Out of memory, say: the code of the end tells that it failed.
  worker.on('error', (error) => thread.last?.lines.stderr.push(`${error}\n`));
  worker.once('exit', (code) => {
    const killed = thread.serves === 'is_killed';
    for (const { left } of thread.residents) left(killed ? null : code, killed ? 'SIGKILL' : null);
  });
  return thread;
};

const report = (thread: Thread, told: Exclude<Told, { kind: 'printed' }>): void => {
  const reports = thread.last?.reports;
  if (told.kind === 'startFailed') reports?.startFailed(told.error);
  else if (told.kind !== 'ready') {
    if (Buffer.byteLength(told.payload) > payload_bytes_max) reports?.answerTooLarge(told.requestId);
    else reports?.[told.kind](told.requestId, told.payload);
  }
  // Who has answered takes the next one; whom its code failed may be about to end.
  if (thread.serves === 'is_killed' || (told.kind !== 'ready' && told.kind !== 'answered')) return;
  thread.serves = 'nobody';
  reports?.ready();
};

const moveInto = (
  thread: Thread,
  { of, variables, reports, printed }: HousingOptions,
  tookOthers: () => void,
): Housing => {
  const { worker, residents } = thread;
  const id = variables.AWS_LAMBDA_LOG_STREAM_NAME ?? '';
  const { promise: gone, resolve } = Promise.withResolvers<Awaited<Housing['gone']>>();
  const lines = {
    stdout: lineCutter((line) => printed('stdout', line)),
    stderr: lineCutter((line) => printed('stderr', line)),
  };
  const left: Resident['left'] = (code, signal) => {
    residents.delete(resident);
    for (const { end } of Object.values(lines)) end();
    resolve([code, signal]);
  };
  const resident: Resident = { folder: of.folder, reports, lines, left };
  const tell = (order: object) => {
    thread.serves = resident;
    thread.last = resident;
    worker.postMessage(order);
  };
  residents.add(resident);
  tell({ kind: 'start', id, variables });
  return {
    pid: undefined,
    give: (invocation) =>
      tell({ kind: 'serve', id, invocation: { ...invocation, traceId: traceIdOf(invocation.requestId) } }),
    occupied: () => thread.serves !== 'nobody' && thread.serves !== resident,
    kill: () => {
      if (!residents.has(resident)) return;
      if (residents.size > 1 && thread.serves !== resident && thread.serves !== 'is_killed') {
        worker.postMessage({ kind: 'forget', id });
        left(null, 'SIGKILL');
        return;
      }
      if (residents.size > 1) tookOthers();
      thread.serves = 'is_killed';
      void worker.terminate();
    },
    gone,
  };
};

type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answered' | 'failed'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'startFailed'; readonly error: string }
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string };

const runtime = new URL('./runtime-thread.cjs', import.meta.url);

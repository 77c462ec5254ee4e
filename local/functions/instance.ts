import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Credentials } from '../access-keys.ts';
import { environmentOf } from './environment.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { type Logs, lineCutter } from './logs.ts';
import {
  exited,
  type InvocationOutcome,
  payload_bytes_max,
  timedOut,
  tooLarge,
} from './outcome.ts';

/** One instance of a function: a worker thread that runs the function's bundle and serves one invocation at a time. */
export type Instance = {
  readonly id: string;
  readonly of: LambdaFunction;
  state(): State;
  /** Milliseconds since 1970 when it last became idle; 0 before its start has succeeded. */
  idleSince(): number;
  /** Milliseconds since 1970 when it was last given an invocation; 0 before the first. */
  busySince(): number;
  /** Only while idle. Never rejects: a crash and a timeout are outcomes. */
  invoke(payload: string): Promise<InvocationOutcome>;
  /** Ends it at once, wherever it is in its work; resolves when it has ended. */
  kill(): Promise<void>;
  processorTime_ms(): Promise<number>;
};

type State = 'starting' | 'idle' | 'busy' | 'ending';

/** The parts of the pool that an instance needs. */
export type InstanceContext = {
  readonly logs: Logs;
  readonly endpoint: string;
  readonly credentials: (of: LambdaFunction, instanceId: string) => Credentials;
  readonly idle: () => void;
  /** `startFailure` is set when it ended before it was ever idle. */
  readonly ended: (instance: Instance, startFailure?: InvocationOutcome) => void;
};

/** How long a start may take; generous, since many may start on few cores. */
const start_ms_max = 30_000;

// Threads have no time zone of their own, and Lambda's is UTC. They share one pool of threads for DNS, of four by default,
// where each function has its own on Lambda; its size counts when the pool is first used.
process.env.TZ = 'UTC';
process.env.UV_THREADPOOL_SIZE ??= '64';

/** Starts an instance of a function. */
export const startInstance = (of: LambdaFunction, context: InstanceContext): Instance => {
  const id = randomUUID();
  const worker = new Worker(new URL('./runtime.cjs', import.meta.url), {
    env: environmentOf(of, id, context.credentials(of, id), context.endpoint),
    // No flags of this process.
    execArgv: [],
    workerData: { compileCache: of.compileCache },
    resourceLimits: { maxOldGenerationSizeMb: of.memory_mb },
  });
  const run: Run = {
    of,
    worker,
    state: 'starting',
    idleSince: 0,
    busySince: 0,
    startError: '',
    isKilled: false,
  };
  const { promise: gone, resolve: end } = Promise.withResolvers<void>();
  const instance: Instance = {
    id,
    of,
    state: () => run.state,
    idleSince: () => run.idleSince,
    busySince: () => run.busySince,
    invoke: (payload) => invoke(run, payload),
    kill: () => {
      kill(run);
      return gone;
    },
    processorTime_ms: async () => {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1_000;
    },
  };
  const starting = setTimeout(() => run.state === 'starting' && kill(run), start_ms_max);
  const printed = printing(run, id, context.logs);
  worker.on('message', (message: Message) => {
    if (message.kind === 'printed') printed[message.stream].push(message.text);
    else receive(run, message, context);
  });
  // Out of memory, for example: the exit code then says that it failed.
  worker.on('error', (error) => printed.stderr.push(`${error}\n`));
  worker.once('exit', (code) => {
    clearTimeout(starting);
    for (const { end } of Object.values(printed)) end();
    finish(run, code, (startFailure) => context.ended(instance, startFailure));
    end();
  });
  return instance;
};

type Run = {
  readonly of: LambdaFunction;
  readonly worker: Worker;
  state: State;
  idleSince: number;
  busySince: number;
  startError: string;
  isKilled: boolean;
  requestId?: string;
  finishInvocation?: ((outcome: InvocationOutcome) => void) | undefined;
};

type Message =
  | { readonly kind: 'idle' }
  | { readonly kind: 'answered' | 'failed'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'startFailed'; readonly payload: string }
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string };

const kill = (run: Run): void => {
  run.state = 'ending';
  run.isKilled = true;
  void run.worker.terminate();
};

const invoke = (run: Run, payload: string): Promise<InvocationOutcome> => {
  const { of, worker } = run;
  const [requestId, now] = [randomUUID(), Date.now()];
  Object.assign(run, { state: 'busy', busySince: now, requestId });
  const deadline_ms = now + of.timeout_ms;
  worker.postMessage({
    requestId,
    payload,
    arn: of.arn,
    deadline_ms,
    traceId: traceIdOf(requestId),
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      kill(run);
      run.finishInvocation?.(timedOut(requestId, of.timeout_ms));
    }, of.timeout_ms);
    run.finishInvocation = (outcome) => {
      clearTimeout(timer);
      run.finishInvocation = undefined;
      resolve(outcome);
    };
  });
};

/** X-Ray's format, made of the request id; never sampled, since nothing collects traces here. */
const traceIdOf = (requestId: string): string => {
  const hex = requestId.replaceAll('-', '');
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${hex.slice(0, 24)};Parent=${hex.slice(0, 16)};Sampled=0`;
};

const receive = (
  run: Run,
  message: Exclude<Message, { kind: 'printed' }>,
  context: InstanceContext,
): void => {
  if (message.kind === 'startFailed') run.startError = message.payload;
  // A late message of an earlier invocation is ignored.
  else if (message.kind !== 'idle' && message.requestId === run.requestId)
    run.finishInvocation?.(outcomeOf(message));
  // After a failure the instance says by itself whether it goes on: its code may be about to end it.
  if (run.state === 'ending' || (message.kind !== 'idle' && message.kind !== 'answered')) return;
  run.state = 'idle';
  run.idleSince = Date.now();
  context.idle();
};

const outcomeOf = ({
  kind,
  requestId,
  payload,
}: Extract<Message, { requestId: string }>): InvocationOutcome => {
  if (Buffer.byteLength(payload) > payload_bytes_max) return tooLarge(requestId);
  return kind === 'failed'
    ? { requestId, payload, functionError: 'Unhandled' }
    : { requestId, payload };
};

const finish = (
  run: Run,
  code: number,
  ended: (startFailure?: InvocationOutcome) => void,
): void => {
  run.state = 'ending';
  const end = (requestId: string) => exited(requestId, run.isKilled ? 'killed' : code);
  run.finishInvocation?.(end(run.requestId ?? ''));
  const requestId = randomUUID();
  const failure: InvocationOutcome = {
    requestId,
    payload: run.startError,
    functionError: 'Unhandled',
  };
  if (run.idleSince > 0) ended();
  else ended(run.startError === '' ? end(requestId) : failure);
};

const printing = (run: Run, instanceId: string, logs: Logs) => {
  const into = (stream: 'stdout' | 'stderr') =>
    lineCutter((line) => {
      const requestId = run.requestId && { requestId: run.requestId };
      logs.add({
        at: Date.now(),
        functionName: run.of.name,
        instanceId,
        ...requestId,
        stream,
        line,
      });
    });
  return { stdout: into('stdout'), stderr: into('stderr') };
};

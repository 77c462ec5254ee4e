import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { LambdaFunction } from './lambda-function.ts';
import { intoLines, type Logs } from './logs.ts';
import { exited, type Outcome, timedOut, tooLarge } from './outcome.ts';
import { type Reports, type RuntimeApi, startRuntimeApi } from './runtime-api.ts';
import { createSlot, type Slot } from './slot.ts';
import { type Credentials, surroundingsOf } from './surroundings.ts';

/** One process of a function. It serves one invocation at a time. */
export type Instance = {
  readonly id: string;
  readonly of: LambdaFunction;
  readonly pid: number | undefined;
  state(): State;
  /** Milliseconds since 1970 when it last became idle; 0 before its start has succeeded. */
  idleSince(): number;
  /** Only while idle. Never rejects: a crash and a timeout are outcomes. */
  invoke(payload: string): Promise<Outcome>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
};

type State = 'starting' | 'idle' | 'busy' | 'ending';

/** What an instance needs from the pool around it. */
export type Around = {
  readonly logs: Logs;
  /** The address of AWS for functions. */
  readonly endpoint: string;
  readonly credentials: (of: LambdaFunction, instanceId: string) => Credentials;
  readonly idle: () => void;
  /** `startFailure` is set when it ended before it ever asked for work. */
  readonly ended: (instance: Instance, startFailure?: Outcome) => void;
};

/** How long a process may take until it asks for work; generous, since many may start on few cores. */
const start_ms_max = 30_000;

/** Where the loop lives that stands in for AWS's own runtime client. */
const runtime = fileURLToPath(new URL('./runtime.cjs', import.meta.url));

/** Starts a process of a function. */
export const startInstance = async (of: LambdaFunction, around: Around): Promise<Instance> => {
  const id = randomUUID();
  const slot = createSlot();
  const course: Course = { state: 'starting', idleSince: 0, startError: '' };
  const api = await startRuntimeApi(reportsInto(course, slot, around));
  const child = launch(of, id, api, around);
  capture(child, of, id, slot, around.logs);
  const end = () => endNow(course, child);
  const instance: Instance = {
    id,
    of,
    pid: child.pid,
    state: () => course.state,
    idleSince: () => course.idleSince,
    invoke: (payload) => {
      course.state = 'busy';
      const { requestId, outcome } = slot.begin(of.timeout_ms, (late) => {
        end();
        return timedOut(late, of.timeout_ms);
      });
      api.give({ requestId, payload, arn: of.arn, deadline_ms: Date.now() + of.timeout_ms });
      return outcome;
    },
    kill: () => {
      end();
      return gone;
    },
  };
  const starting = setTimeout(() => course.state === 'starting' && end(), start_ms_max);
  const gone = left(child).then(([code, signal]) => {
    course.state = 'ending';
    clearTimeout(starting);
    api.close();
    slot.abandon((requestId) => exited(requestId, code, signal));
    around.ended(instance, course.idleSince === 0 ? startFailure(course.startError, code, signal) : undefined);
  });
  return instance;
};

const endNow = (course: Course, child: ChildProcess): void => {
  course.state = 'ending';
  child.kill('SIGKILL');
};

type Course = { state: State; idleSince: number; startError: string };

const reportsInto = (course: Course, slot: Slot, around: Around): Reports => ({
  ready: () => {
    if (course.state === 'ending') return;
    course.state = 'idle';
    course.idleSince = Date.now();
    around.idle();
  },
  answered: (requestId, payload) => slot.settle(requestId, { requestId, payload }),
  failed: (requestId, payload) => slot.settle(requestId, { requestId, payload, functionError: 'Unhandled' }),
  answerTooLarge: (requestId) => slot.settle(requestId, tooLarge(requestId)),
  startFailed: (error) => {
    course.startError = error;
  },
});

const launch = (of: LambdaFunction, id: string, api: RuntimeApi, around: Around): ChildProcess =>
  spawn(process.execPath, [`--max-old-space-size=${of.memory_mb}`, runtime], {
    cwd: of.folder,
    env: surroundingsOf(of, id, around.credentials(of, id), { runtimeApi: api.address, aws: around.endpoint }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in a terminal reaches us alone, and we end it when nobody needs it any more.
    detached: true,
  });

const capture = (child: ChildProcess, of: LambdaFunction, instanceId: string, slot: Slot, logs: Logs): void => {
  for (const stream of ['stdout', 'stderr'] as const) {
    const source = child[stream];
    if (!source) continue;
    intoLines(source, (line) => {
      const requestId = slot.lastRequestId();
      logs.add({ at: Date.now(), functionName: of.name, instanceId, ...(requestId && { requestId }), stream, line });
    });
  }
};

/** How the process ended; a process that could not be started ends at once. */
const left = (child: ChildProcess): Promise<[code: number | null, signal: string | null]> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
    child.on('error', (error) => child.pid === undefined && resolve([null, error.message]));
  });

const startFailure = (error: string, code: number | null, signal: string | null): Outcome => {
  const requestId = randomUUID();
  return error === '' ? exited(requestId, code, signal) : { requestId, payload: error, functionError: 'Unhandled' };
};

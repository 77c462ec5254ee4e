import { randomUUID } from 'node:crypto';
import type { Housing, HousingOptions, Isolation } from './housing.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Logs } from './logs.ts';
import { exited, type Outcome, timedOut, tooLarge } from './outcome.ts';
import { startOwnProcess } from './own-process.ts';
import type { Reports } from './runtime-api.ts';
import { createSlot, type Slot } from './slot.ts';
import { type Credentials, surroundingsOf } from './surroundings.ts';
import type { Threads } from './threads.ts';

/** One process of a function, or its place in a thread. It serves one invocation at a time. */
export type Instance = {
  readonly id: string;
  readonly of: LambdaFunction;
  /** Undefined for a thread. */
  readonly pid: number | undefined;
  state(): State;
  /** Whether it has nothing to do itself, and its thread serves another function for as long as that takes. */
  isHeldUp(): boolean;
  /** Milliseconds since 1970 when it last became idle; 0 before its start has succeeded. */
  idleSince(): number;
  /** Milliseconds since 1970 when it was last given an invocation; 0 before the first. */
  busySince(): number;
  /** Only while idle. Never rejects: a crash and a timeout are outcomes. */
  invoke(payload: string): Promise<Outcome>;
  /** As SIGKILL does; resolves when it is gone. */
  kill(): Promise<void>;
};

type State = 'starting' | 'idle' | 'busy' | 'ending';

/** What an instance needs from the pool around it. */
export type Around = {
  readonly logs: Logs;
  readonly isolation: Isolation;
  readonly threads: Threads;
  /** The address of AWS for functions. */
  readonly endpoint: string;
  readonly credentials: (of: LambdaFunction, instanceId: string) => Credentials;
  readonly idle: () => void;
  /** `startFailure` is set when it ended before it ever asked for work. */
  readonly ended: (instance: Instance, startFailure?: Outcome) => void;
};

/** How long an instance may take until it asks for work; generous, since many may start on few cores. */
const start_ms_max = 30_000;

/** Starts an instance of a function. */
export const startInstance = async (of: LambdaFunction, around: Around): Promise<Instance> => {
  const id = randomUUID();
  const slot = createSlot();
  const course: Course = { state: 'starting', idleSince: 0, busySince: 0, startError: '' };
  const housing = await house(around, {
    of,
    variables: surroundingsOf(of, id, around.credentials(of, id), around.endpoint),
    reports: reportsInto(course, slot, around),
    printed: (stream, line) => {
      const requestId = slot.lastRequestId();
      around.logs.add({
        ...{ at: Date.now(), functionName: of.name, instanceId: id },
        ...(requestId && { requestId }),
        ...{ stream, line },
      });
    },
  });
  const end = () => endNow(course, housing);
  const instance: Instance = {
    id,
    of,
    pid: housing.pid,
    state: () => (course.state === 'idle' && housing.occupied?.() ? 'busy' : course.state),
    isHeldUp: () => course.state === 'idle' && (housing.occupied?.() ?? false),
    idleSince: () => course.idleSince,
    busySince: () => course.busySince,
    invoke: (payload) => {
      course.state = 'busy';
      course.busySince = Date.now();
      const { requestId, outcome } = slot.begin(of.timeout_ms, (late) => {
        end();
        return timedOut(late, of.timeout_ms);
      });
      housing.give({ requestId, payload, arn: of.arn, deadline_ms: Date.now() + of.timeout_ms });
      return outcome;
    },
    kill: () => {
      end();
      return gone;
    },
  };
  const starting = setTimeout(() => course.state === 'starting' && end(), start_ms_max);
  const gone = housing.gone.then(([code, signal]) => {
    course.state = 'ending';
    clearTimeout(starting);
    slot.abandon((requestId) => exited(requestId, code, signal));
    around.ended(instance, course.idleSince === 0 ? startFailure(course.startError, code, signal) : undefined);
  });
  return instance;
};

/** What a process alone obeys needs one. */
const house = ({ isolation, threads }: Around, options: HousingOptions): Promise<Housing> => {
  const apart = ofProcesses.some((variable) => variable in options.of.variables);
  return isolation === 'process' || apart ? startOwnProcess(options) : threads.house(options);
};

const ofProcesses = ['UV_THREADPOOL_SIZE', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];

const endNow = (course: Course, housing: Housing): void => {
  course.state = 'ending';
  housing.kill();
};

type Course = { state: State; idleSince: number; busySince: number; startError: string };

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

const startFailure = (error: string, code: number | null, signal: string | null): Outcome => {
  const requestId = randomUUID();
  return error === '' ? exited(requestId, code, signal) : { requestId, payload: error, functionError: 'Unhandled' };
};

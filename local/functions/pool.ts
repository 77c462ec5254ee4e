import { cpus } from 'node:os';
import { type Instance, type InstanceContext, startInstance } from './instance.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Logs } from './logs.ts';
import { type InvocationOutcome, payload_bytes_max } from './outcome.ts';
import {
  type InstanceLimits,
  laptopLimits,
  nextAction,
  unneeded,
  type Waiter,
} from './scheduling.ts';

/** All functions of the machine, with instances that come and go. */
export type InstancePool = {
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly logs: Logs;
  readonly limits: InstanceLimits;
  /** Whether the processors were hardly idle lately: one more instance would only make all others slower. */
  readonly areProcessorsBusy: () => boolean;
  /** Runs a function on a JSON payload when there is an instance. Rejects for an unknown name, a payload over 6 MB, after `stop`. */
  invoke(functionName: string, payload: string): Promise<InvocationOutcome>;
  kill(instanceId: string): Promise<void>;
  instances(): readonly Instance[];
  stop(): Promise<void>;
};

/** The options that the pool needs to start instances. */
export type PoolOptions = Pick<InstanceContext, 'logs' | 'endpoint' | 'credentials'> & {
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  /** The version of a function that gets an invocation; absent: there is one. */
  readonly versionOf?: (of: LambdaFunction) => LambdaFunction;
  readonly ended?: (instanceId: string) => void;
  readonly idle_ms_max?: number;
  readonly limits?: InstanceLimits | undefined;
  readonly areProcessorsBusy?: () => boolean;
};

/** A pool without instances; they start when invocations come. */
export const createPool = (options: PoolOptions): InstancePool => {
  const { functions, logs, limits = laptopLimits, areProcessorsBusy = watchProcessors() } = options;
  const { versionOf = (of) => of } = options;
  const state: State = {
    options,
    limits,
    areProcessorsBusy,
    instances: new Set(),
    waiting: [],
    isStopped: false,
  };
  const look = setInterval(() => {
    // A call may have waited long enough for a busy instance without anything else having happened.
    dispatch(state);
    endUnneeded(state);
  }, look_ms).unref();
  return {
    functions,
    logs,
    limits,
    areProcessorsBusy,
    instances: () => [...state.instances],
    invoke: async (functionName, payload) => {
      const of = functions.get(functionName);
      if (!of) throw new Error(`There is no function ${functionName}.`);
      if (Buffer.byteLength(payload) > payload_bytes_max) throw new PayloadTooLarge();
      if (state.isStopped) throw new Error(stopping);
      return new Promise((resolve, reject) => {
        state.waiting.push({ of: versionOf(of), payload, since: Date.now(), resolve, reject });
        dispatch(state);
      });
    },
    kill: async (instanceId) => {
      await [...state.instances].find(({ id }) => id === instanceId)?.kill();
    },
    stop: async () => {
      clearInterval(look);
      state.isStopped = true;
      for (const { reject } of state.waiting.splice(0)) reject(new Error(stopping));
      await Promise.all([...state.instances].map((each) => each.kill()));
    },
  };
};

/** The payload of an invocation exceeds what Lambda takes. */
export class PayloadTooLarge extends Error {
  constructor() {
    super(
      `Request must be smaller than ${payload_bytes_max} bytes for the InvokeFunction operation`,
    );
    this.name = 'PayloadTooLarge';
  }
}

const look_ms = 25;

const stopping = 'The local machine is stopping.';

type State = {
  readonly options: PoolOptions;
  readonly limits: InstanceLimits;
  readonly areProcessorsBusy: () => boolean;
  readonly instances: Set<Instance>;
  readonly waiting: Waiter[];
  isStopped: boolean;
};

const dispatch = (state: State): void => {
  while (!state.isStopped && state.waiting.length > 0) {
    const action = nextAction({ ...state, instances: [...state.instances], now: Date.now() });
    if (action.kind === 'wait') return;
    if (action.kind === 'evict') void action.instance.kill();
    if (action.kind === 'start') start(state, action.of);
    if (action.kind === 'serve') {
      drop(state.waiting, action.waiter);
      void action.instance.invoke(action.waiter.payload).then(action.waiter.resolve);
    }
  }
};

const start = (state: State, of: LambdaFunction): void => {
  const context: InstanceContext = {
    ...state.options,
    idle: () => dispatch(state),
    ended: (instance, startFailure) => {
      state.instances.delete(instance);
      state.options.ended?.(instance.id);
      // The call that has waited longest learns why the function does not start; the others get the next attempt.
      const waiter = startFailure && state.waiting.find((each) => each.of === of);
      if (waiter) {
        drop(state.waiting, waiter);
        waiter.resolve(startFailure);
      }
      dispatch(state);
    },
  };
  state.instances.add(startInstance(of, context));
};

const drop = <T>(list: T[], item: T): void => {
  list.splice(list.indexOf(item), 1);
};

const endUnneeded = ({ instances, limits, options: { idle_ms_max = 120_000 } }: State): void => {
  for (const each of unneeded({ instances: [...instances], limits, now: Date.now() }, idle_ms_max))
    void each.kill();
};

/** Measures what the processors had to spare since the last look, a tenth of a second ago at least. */
export const watchProcessors = (
  read = processorTimes,
  now: () => number = Date.now,
): (() => boolean) => {
  let last = read();
  let [at, busy] = [now(), false];
  return () => {
    if (now() - at < measured_ms) return busy;
    const times = read();
    busy = times.idle - last.idle < (times.all - last.all) * spare_min;
    [last, at] = [times, now()];
    return busy;
  };
};

const measured_ms = 100;
const spare_min = 0.1;

/** Milliseconds that all processors together were idle and were there, since some moment. */
const processorTimes = () => {
  const each = cpus().map(({ times }) => times);
  const sum = (of: (times: (typeof each)[number]) => number) =>
    each.reduce((total, times) => total + of(times), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
};

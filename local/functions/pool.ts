import type { Isolation } from './housing.ts';
import { type Around, type Instance, startInstance } from './instance.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Logs } from './logs.ts';
import { type Outcome, payload_bytes_max } from './outcome.ts';
import { createProcessors, type Processors } from './processors.ts';
import { createThreads } from './threads.ts';
import { choose, laptop, type Places, type Waiter } from './turns.ts';

/** All functions of the machine, as instances that come and go. */
export type Pool = {
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly logs: Logs;
  readonly places: Places;
  readonly processors: Processors;
  /** Runs a function on a JSON payload when its turn comes. Rejects for an unknown name, a payload over 6 MB, after `stop`. */
  invoke(functionName: string, payload: string): Promise<Outcome>;
  /** Kills one instance as a crash would; resolves when it is gone. */
  kill(instanceId: string): Promise<void>;
  instances(): readonly Instance[];
  /** Ends every instance; what still waits is rejected. */
  stop(): Promise<void>;
};

/** What the pool needs to start instances. */
export type PoolOptions = Pick<Around, 'logs' | 'endpoint' | 'credentials'> & {
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  /** Absent: shared threads, but for functions that need a process. */
  readonly isolation?: Isolation | undefined;
  /** Called when an instance is gone, so that its access key can be forgotten. */
  readonly forget?: (instanceId: string) => void;
  /** Idle ones end after this long. */
  readonly idle_ms_max?: number;
  /** Absent: what a laptop holds. */
  readonly places?: Places | undefined;
  /** Absent: those of this machine. */
  readonly processors?: Processors;
};

/** A pool without instances; they start when invocations come. */
export const createPool = (options: PoolOptions): Pool => {
  const { places = laptop, processors = createProcessors() } = options;
  const isolation = options.isolation ?? 'shared thread';
  const threads = createThreads(isolation === 'thread' ? 1 : residents_max);
  const around = { ...options, isolation, threads };
  const house: House = { around, places, processors, instances: new Set(), waiting: [], spawning: [], stopped: false };
  const reaper = setInterval(() => reap(house), 1000).unref();
  // Who waits for a busy instance may have waited long enough without anything else having happened.
  const looker = setInterval(() => house.waiting.length > 0 && dispatch(house), look_ms).unref();
  return {
    functions: options.functions,
    logs: options.logs,
    places,
    processors,
    instances: () => [...house.instances],
    invoke: async (functionName, payload) => {
      const of = options.functions.get(functionName);
      if (!of) throw new Error(`There is no function ${functionName}.`);
      if (Buffer.byteLength(payload) > payload_bytes_max) throw new PayloadTooLarge();
      if (house.stopped) throw new Error(stopping);
      return new Promise((resolve, reject) => {
        house.waiting.push({ of, payload, since: Date.now(), resolve, reject });
        dispatch(house);
      });
    },
    kill: async (instanceId) => {
      await [...house.instances].find(({ id }) => id === instanceId)?.kill();
    },
    stop: () => {
      clearInterval(reaper);
      clearInterval(looker);
      return stop(house);
    },
  };
};

/** The payload of an invocation exceeds what Lambda takes. */
export class PayloadTooLarge extends Error {
  constructor() {
    super(`Request must be smaller than ${payload_bytes_max} bytes for the InvokeFunction operation`);
    this.name = 'PayloadTooLarge';
  }
}

const look_ms = 25;

const stopping = 'The local machine is stopping.';

/** Instances in one thread: all functions of an environment hardly get there. */
const residents_max = 64;

type House = {
  readonly around: PoolOptions & Pick<Around, 'isolation' | 'threads'>;
  readonly places: Places;
  readonly processors: Processors;
  readonly instances: Set<Instance>;
  readonly waiting: Waiter[];
  /** Functions whose next process is not in `instances` yet. */
  readonly spawning: LambdaFunction[];
  stopped: boolean;
};

const dispatch = (house: House): void => {
  while (!house.stopped && house.waiting.length > 0) {
    const { areBusy } = house.processors;
    const move = choose({ ...house, instances: [...house.instances], now: Date.now(), processorsBusy: areBusy });
    if (move.kind === 'wait') return;
    if (move.kind === 'evict') void move.instance.kill();
    if (move.kind === 'start') void start(house, move.of);
    if (move.kind === 'serve') {
      drop(house.waiting, move.waiter);
      void move.instance.invoke(move.waiter.payload).then(move.waiter.resolve);
    }
  }
};

const start = async (house: House, of: LambdaFunction): Promise<void> => {
  house.spawning.push(of);
  const around: Around = {
    ...house.around,
    idle: () => dispatch(house),
    ended: (instance, startFailure) => {
      house.instances.delete(instance);
      house.around.forget?.(instance.id);
      // Whoever waited longest for this function learns why it does not start; the others get the next attempt.
      if (startFailure) firstFor(house, of)?.resolve(startFailure);
      dispatch(house);
    },
  };
  try {
    const instance = await startInstance(of, around);
    if (instance.state() !== 'ending') house.instances.add(instance);
    if (house.stopped) await instance.kill();
  } catch (error) {
    firstFor(house, of)?.reject(error as Error);
  } finally {
    drop(house.spawning, of);
    dispatch(house);
  }
};

const firstFor = (house: House, of: LambdaFunction): Waiter | undefined => {
  const waiter = house.waiting.find((each) => each.of === of);
  if (waiter) drop(house.waiting, waiter);
  return waiter;
};

const drop = <T>(list: T[], item: T): void => {
  list.splice(list.indexOf(item), 1);
};

const reap = (house: House): void => {
  const before = Date.now() - (house.around.idle_ms_max ?? 120_000);
  for (const each of house.instances) {
    if (each.state() === 'idle' && each.idleSince() < before) void each.kill();
  }
};

const stop = async (house: House): Promise<void> => {
  house.stopped = true;
  for (const { reject } of house.waiting.splice(0)) reject(new Error(stopping));
  while (house.instances.size > 0 || house.spawning.length > 0) {
    await Promise.all([...house.instances].map((each) => each.kill()));
    await new Promise((resolve) => setImmediate(resolve));
  }
};

import { availableParallelism, totalmem } from 'node:os';
import type { Instance } from './instance.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { InvocationOutcome } from './outcome.ts';

/** How many instances may be alive at once. */
export type InstanceLimits = {
  readonly all: number;
  /**
   * The part of them for functions behind no API, so that background work never starves requests.
   */
  readonly workers: number;
  /** Whether a call that finds every instance of its function busy waits a while before one more starts; absent: no. */
  readonly sparing?: boolean;
  /** While more are alive, the least recently used that have been idle for a second end; absent: none ends for this. */
  readonly kept?: number;
};

/** The memory of this machine, or what this process may use of it. */
export const memory_bytes = Math.min(
  totalmem(),
  process.constrainedMemory() || Number.POSITIVE_INFINITY,
);

/**
 * The memory that one instance holds after some calls. The resident memory of `npm start` grew by
 * 25.5 MB for each of 46 instances over five runs of `npm run tour`; LOCAL_MEMORY was so high that
 * none ended.
 */
export const instance_bytes = 26e6;

/** An eighth of the memory, and at least 1 GB; one person at a keyboard keeps no more than 96 instances busy. */
const laptop_all = Math.min(96, Math.max(24, Math.floor(memory_bytes / 8 / instance_bytes)));

/** Megabytes of instances that may stay idle unless another budget is set. */
export const memory_mb_default = 256;

/**
 * The limits of a laptop with so many megabytes for instances that stay. Most may be workers, which often only wait for an
 * endpoint. A start costs more than many calls, so callers wait.
 */
export const limitsWithin = (memory_mb: number): InstanceLimits => {
  const kept = Math.floor((memory_mb * 1e6) / instance_bytes);
  const all = Math.max(laptop_all, kept);
  return { all, workers: Math.floor((2 * all) / 3), sparing: true, kept };
};

export const laptopLimits = limitsWithin(memory_mb_default);

/** How long an instance beyond the budget stays idle before it ends: a caller in the middle of its work calls again sooner. */
const surplus_ms = 1_000;

/** Read once: the scheduler runs for each call. */
const processors = availableParallelism();

/** Instances that start at once: more than there are processors would only slow each other down. */
const starting_max = Math.max(2, Math.min(4, processors));

/** After this long a waiting call may take the place of an instance that other calls of its function would keep busy. */
const starved_ms = 1_000;

/** How long a call waits for a busy instance: briefly while there are fewer instances than processors, longer otherwise. */
export const wait_ms = { fewer: 15, idle: 150, busy: 1_000 } as const;

/** An invocation that has no instance yet. */
export type Waiter = {
  readonly of: LambdaFunction;
  readonly payload: string;
  readonly since: number;
  readonly resolve: (outcome: InvocationOutcome) => void;
  readonly reject: (error: Error) => void;
};

/** The pool at one moment. */
export type Situation = {
  readonly waiting: readonly Waiter[];
  readonly instances: readonly Instance[];
  readonly now: number;
  readonly limits: InstanceLimits;
  readonly areProcessorsBusy: () => boolean;
};

/** The next thing to do. */
export type Action =
  | { readonly kind: 'serve'; readonly waiter: Waiter; readonly instance: Instance }
  | { readonly kind: 'start'; readonly of: LambdaFunction }
  | { readonly kind: 'evict'; readonly instance: Instance }
  | { readonly kind: 'wait' };

/** Gives a call to an idle instance, else starts one, else ends an idle one of another function, else waits. */
export const nextAction = (situation: Situation): Action =>
  serveCall(situation) ?? startInstance(situation) ?? { kind: 'wait' };

const serveCall = (situation: Situation): Action | undefined => {
  for (const waiter of situation.waiting) {
    const idle = situation.instances.filter(
      (each) => each.of === waiter.of && each.state() === 'idle',
    );
    const latest = idle.sort((a, b) => b.idleSince() - a.idleSince())[0];
    if (latest && !mustGiveWay(latest, situation))
      return { kind: 'serve', waiter, instance: latest };
  }
  return undefined;
};

/**
 * The idle instances that nobody needs: those idle for too long, and the least recently used beyond the budget. They must end
 * in the same turn of the event loop, since the next one may give an idle instance a call.
 */
export const unneeded = (
  { instances, limits, now }: Pick<Situation, 'instances' | 'limits' | 'now'>,
  idle_ms_max: number,
): readonly Instance[] => {
  const alive = instances.filter((each) => each.state() !== 'ending');
  const surplus = alive.length - (limits.kept ?? Number.POSITIVE_INFINITY);
  return alive
    .filter((each) => each.state() === 'idle')
    .sort((a, b) => a.idleSince() - b.idleSince())
    .filter(
      (each, nth) =>
        each.idleSince() < now - (nth < surplus ? Math.min(surplus_ms, idle_ms_max) : idle_ms_max),
    );
};

/** Whether a call of another function has waited so long that it gets this instance's place. */
const mustGiveWay = (instance: Instance, situation: Situation): boolean =>
  situation.waiting.some(
    ({ of, since }) =>
      of !== instance.of &&
      since < situation.now - starved_ms &&
      !situation.instances.some((each) => each.of === of && each.state() !== 'ending') &&
      blockersOf(of, situation)?.(instance),
  );

const startInstance = (situation: Situation): Action | undefined => {
  const { waiting, instances } = situation;
  if (instances.filter((each) => each.state() === 'starting').length >= starting_max)
    return undefined;
  for (const of of new Set(waiting.map((waiter) => waiter.of))) {
    const waiters = waiting.filter((waiter) => waiter.of === of).length;
    if (startingOf(of, situation) >= waiters) continue;
    if (
      instances.filter((each) => each.of === of).length >= of.concurrency ||
      isSoonFree(of, situation)
    )
      continue;
    const blocks = blockersOf(of, situation);
    if (!blocks) return { kind: 'start', of };
    // One eviction at a time: the place is free only once the instance has ended.
    if (instances.some((each) => each.state() === 'ending')) continue;
    const idle = instances.filter((each) => each.state() === 'idle' && blocks(each));
    const oldest = idle.sort((a, b) => a.idleSince() - b.idleSince())[0];
    if (oldest) return { kind: 'evict', instance: oldest };
  }
  return undefined;
};

/** Whether a call of the function should go on waiting for an instance that starts or is busy. */
const isSoonFree = (of: LambdaFunction, situation: Situation): boolean => {
  const { limits, waiting, instances, now, areProcessorsBusy } = situation;
  const useful = instances.filter((each) => each.of === of && !isBusyForLong(each, now)).length;
  if (!limits.sparing || useful === 0) return false;
  const since = waiting.find((waiter) => waiter.of === of)?.since ?? now;
  const how = areProcessorsBusy() ? 'busy' : useful < processors ? 'fewer' : 'idle';
  return startingOf(of, situation) > 0 || since > now - wait_ms[how];
};

/** Whether no call should wait for it: it ends, or its invocation has run so long that it waits for others itself. */
const isBusyForLong = (instance: Instance, now: number): boolean =>
  instance.state() === 'ending' ||
  (instance.state() === 'busy' && instance.busySince() < now - wait_ms.busy);

const startingOf = (of: LambdaFunction, { instances }: Situation): number =>
  instances.filter((each) => each.of === of && each.state() === 'starting').length;

/** The instances one of which must end before the function can have one more; undefined while there is room. */
const blockersOf = (
  of: LambdaFunction,
  { instances, limits }: Situation,
): ((instance: Instance) => boolean) | undefined => {
  if (of.worker && instances.filter((each) => each.of.worker).length >= limits.workers)
    return (each) => each.of.worker;
  return instances.length >= limits.all ? () => true : undefined;
};

import { availableParallelism, totalmem } from 'node:os';
import type { Instance } from './instance.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Outcome } from './outcome.ts';

/** How many instances may be alive at once, processes and threads. */
export type Places = {
  /** Over all environments. */
  readonly all: number;
  /** Of them, instances of functions that no API leads to, so that background work never starves requests. */
  readonly workers: number;
  /** Whether who finds every instance of his function busy waits a while before one more is started; absent: he does not. */
  readonly sparing?: boolean;
};

/** What this machine has, or what it lets us have of it, in bytes. */
export const memory_bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** What an instance holds of its own. */
export const instance_bytes = 40e6;

/** An eighth of the memory, 1 GB at least; more than 96 instances nobody at one keyboard keeps busy. */
const laptop_all = Math.min(96, Math.max(24, Math.floor(memory_bytes / 8 / instance_bytes)));

/**
 * Most of them may be workers, since those that call an endpoint which does not answer are busy for long with nothing. To
 * start an instance costs more than many a call, so callers wait a while for one that is busy.
 */
export const laptop: Places = { all: laptop_all, workers: Math.floor((2 * laptop_all) / 3), sparing: true };

/** Asked for once: to choose is done for each call. */
const processors = availableParallelism();

/** Instances starting at once: more than cores would only slow each other down, and often a busy one is free sooner. */
const starting_max = Math.max(2, Math.min(4, processors));

/** After this long a waiter may take the place of an instance that others of its function would keep busy. */
const patience_ms = 1000;

/**
 * How long a caller waits for an instance that is busy: not long while there are fewer than processors, longer where one more
 * would find none that is idle.
 */
export const wait_ms = { fewer: 15, idle: 150, busy: 1_000 } as const;

/** An invocation that has no process yet. */
export type Waiter = {
  readonly of: LambdaFunction;
  readonly payload: string;
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
};

/** What the pool looks like at one moment. */
export type Situation = {
  /** Oldest first. */
  readonly waiting: readonly Waiter[];
  readonly instances: readonly Instance[];
  readonly spawning: readonly LambdaFunction[];
  readonly now: number;
  readonly places: Places;
  /** Whether no processor has time for one more instance. */
  readonly processorsBusy: () => boolean;
};

/** The next thing to do. */
export type Move =
  | { readonly kind: 'serve'; readonly waiter: Waiter; readonly instance: Instance }
  | { readonly kind: 'start'; readonly of: LambdaFunction }
  | { readonly kind: 'evict'; readonly instance: Instance }
  | { readonly kind: 'wait' };

/** Serves whom an idle process fits, else starts one, else makes room for it, else waits. */
export const choose = (situation: Situation): Move =>
  serveSomebody(situation) ?? startSomething(situation) ?? { kind: 'wait' };

const serveSomebody = (situation: Situation): Move | undefined => {
  for (const waiter of situation.waiting) {
    const idle = situation.instances.filter((each) => each.of === waiter.of && each.state() === 'idle');
    const latest = idle.sort((a, b) => b.idleSince() - a.idleSince())[0];
    if (latest && !owed(latest, situation)) return { kind: 'serve', waiter, instance: latest };
  }
  return undefined;
};

/** Whether the instance must give way, although its own function could use it: another's waiter ran out of patience. */
const owed = (instance: Instance, situation: Situation): boolean =>
  situation.waiting.some(
    ({ of, since }) =>
      of !== instance.of &&
      since < situation.now - patience_ms &&
      startingOf(of, situation) === 0 &&
      !situation.instances.some((each) => each.of === of && each.state() !== 'ending') &&
      blockedBy(of, situation)(instance),
  );

const startSomething = (situation: Situation): Move | undefined => {
  const starting = situation.instances.filter((each) => each.state() === 'starting').length + situation.spawning.length;
  if (starting >= starting_max) return undefined;
  for (const of of new Set(situation.waiting.map((waiter) => waiter.of))) {
    const waiters = situation.waiting.filter((waiter) => waiter.of === of).length;
    if (startingOf(of, situation) >= waiters || aliveOf((each) => each === of, situation) >= of.concurrency) continue;
    if (isSoonFree(of, situation)) continue;
    const inTheWay = blockedBy(of, situation);
    if (inTheWay === nobody) return { kind: 'start', of };
    // One eviction at a time: the place is free only once the process is gone.
    if (situation.instances.some((each) => each.state() === 'ending')) continue;
    const idle = situation.instances.filter((each) => each.state() === 'idle' && inTheWay(each));
    const oldest = idle.sort((a, b) => a.idleSince() - b.idleSince())[0];
    if (oldest) return { kind: 'evict', instance: oldest };
  }
  return undefined;
};

/** Whether who waits for the function had better go on waiting for an instance that starts or is busy. */
const isSoonFree = (of: LambdaFunction, situation: Situation): boolean => {
  const { places, waiting, instances, spawning, now, processorsBusy } = situation;
  const alike = instances.filter((each) => each.of === of && !isLongGone(each, now) && !each.isHeldUp());
  if (!places.sparing || (alike.length === 0 && !spawning.includes(of))) return false;
  const since = waiting.find((waiter) => waiter.of === of)?.since ?? now;
  const how = processorsBusy() ? 'busy' : alike.length < processors ? 'fewer' : 'idle';
  return startingOf(of, situation) > 0 || since > now - wait_ms[how];
};

/** Whether nobody should wait for it: it ends, or has been at one invocation so long that this must wait for others. */
const isLongGone = (instance: Instance, now: number): boolean =>
  instance.state() === 'ending' || (instance.state() === 'busy' && instance.busySince() < now - wait_ms.busy);

const startingOf = (of: LambdaFunction, { instances, spawning }: Situation): number =>
  instances.filter((each) => each.of === of && each.state() === 'starting').length +
  spawning.filter((each) => each === of).length;

const aliveOf = (match: (of: LambdaFunction) => boolean, { instances, spawning }: Situation): number =>
  instances.filter(({ of }) => match(of)).length + spawning.filter(match).length;

const nobody = (): boolean => false;

/** Which instances hold the places that a new process of the function would need; `nobody` when there is room. */
const blockedBy = (of: LambdaFunction, situation: Situation): ((instance: Instance) => boolean) => {
  if (of.worker && aliveOf(({ worker }) => worker, situation) >= situation.places.workers)
    return (each) => each.of.worker;
  if (aliveOf(() => true, situation) >= situation.places.all) return () => true;
  return nobody;
};

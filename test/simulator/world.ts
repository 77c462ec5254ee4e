import { AsyncLocalStorage } from 'node:async_hooks';
import { awsError } from '../helpers/aws-errors.ts';
import { randomFrom } from '../helpers/random.ts';
import { type Timeline, timelineFrom } from './timeline.ts';

/** One run of a function: it may die at any call that it makes, and then is silent. */
export type Process = {
  readonly name: string;
  readonly began_at: number;
  readonly ends_at: number;
  isDead: boolean;
};

/** How often a call is hit by a fault, in [0, 1). */
export type Faults = {
  /** Its process dies, before the call has its effect or after. */
  readonly kill: number;
  /** It is rejected: throttled. */
  readonly refuse: number;
  /** It has its effect, and its answer is lost. */
  readonly lose: number;
  /** It takes seconds. */
  readonly slow: number;
  /** A message comes twice; it never comes. */
  readonly duplicate: number;
  readonly drop: number;
};

/** Nothing goes wrong. */
export const noFaults: Faults = { kill: 0, refuse: 0, lose: 0, slow: 0, duplicate: 0, drop: 0 };

/** One run of the simulation: its time, its chance, its faults, and what was done. */
export type World = {
  readonly seed: number;
  readonly timeline: Timeline;
  /** In [0, 1); the same numbers for the same seed. */
  readonly random: () => number;
  faults: Faults;
  /** Until when no call to AWS is answered. */
  outage_until: number;
  /** The newest steps, to be shown when something is wrong; all of them are in the hash. */
  readonly steps: string[];
  hash: number;
  /** The violations: things that should never be. */
  readonly violations: string[];
};

/** Monday morning. */
const start = Date.parse('2026-03-02T08:00:00.000Z');

let current: World | undefined;

/** The world that everything in this process happens in. */
export const world = (): World => {
  if (!current) throw new Error('no world');
  return current;
};

/** A new world instead of any before it. */
export const beginWorld = (seed: number): World => {
  current = {
    seed,
    timeline: timelineFrom(start),
    random: randomFrom(seed),
    faults: noFaults,
    outage_until: 0,
    steps: [],
    hash: 0x811c9dc5,
    violations: [],
  };
  return current;
};

/** So many steps are remembered. */
const steps_max = 4_000;

/** Notes what was done. */
export const note = (...words: readonly unknown[]): void => {
  const { timeline, steps } = world();
  const step = `${timeline.now - start} ${words.join(' ')}`;
  let { hash } = world();
  for (let at = 0; at < step.length; at++)
    hash = Math.imul(hash ^ step.charCodeAt(at), 0x01000193) >>> 0;
  world().hash = hash;
  steps.push(step);
  if (steps.length > 2 * steps_max) steps.splice(0, steps_max);
};

/** Notes what should never be. */
export const violated = (sentence: string): void => {
  note('VIOLATED', sentence);
  world().violations.push(sentence);
};

/** Whether something of this likelihood happens now. */
export const chance = (likelihood: number): boolean =>
  likelihood > 0 && world().random() < likelihood;

/** A number from one up to below the other. */
export const between = (low: number, high: number): number =>
  low + Math.floor(world().random() * (high - low));

/** One of several. */
export const oneOf = <T>(all: readonly T[]): T =>
  all[Math.floor(world().random() * all.length)] as T;

const running = new AsyncLocalStorage<Process>();

/** The process in which this is called. */
export const runningProcess = (): Process | undefined => running.getStore();

/** Runs a function as a process of its own, for so long at most. */
export const asProcess = <T>(
  name: string,
  timeout_ms: number,
  run: (process: Process) => Promise<T>,
): Promise<T> => {
  const { now } = world().timeline;
  const process: Process = { name, began_at: now, ends_at: now + timeout_ms, isDead: false };
  return running.run(process, () => run(process));
};

/** Whether a process is silent: it died, or had no time left. */
export const isGone = (process: Process | undefined): boolean =>
  process !== undefined && (process.isDead || world().timeline.now > process.ends_at);

/** How long a call takes. */
const latency = (slow: number): number => (chance(slow) ? between(500, 4_000) : between(1, 20));

/**
 * The fate of a call: as usual, refused, its answer lost, or the end of its caller before or after
 * its effect.
 */
type Fate = 'done' | 'refused' | 'lost' | 'killed_before' | 'killed_after';

const fateOf = ({ kill, refuse, lose }: Faults): Fate => {
  const drawn = world().random();
  if (drawn < kill) return drawn < kill / 2 ? 'killed_before' : 'killed_after';
  if (drawn < kill + refuse) return 'refused';
  return drawn < kill + refuse + lose ? 'lost' : 'done';
};

/** A call to AWS by the running process: it takes time, and may be hit by a fault. */
export const call = <T>(name: string, effect: () => T): Promise<T> => {
  const { timeline, faults, outage_until } = world();
  const process = runningProcess();
  if (isGone(process)) return new Promise(() => {});
  const fate = outage_until > timeline.now ? 'refused' : fateOf(faults);
  return new Promise((resolve, reject) => {
    timeline.at(timeline.now + latency(faults.slow), () => {
      if (isGone(process)) return;
      if (fate !== 'done') note(process?.name, fate, 'at', name);
      if (fate === 'refused') return reject(awsError('ThrottlingException'));
      if (process && fate === 'killed_before') process.isDead = true;
      if (isGone(process)) return;
      let outcome: T;
      try {
        outcome = effect();
      } catch (error) {
        return reject(error);
      }
      if (process && fate === 'killed_after') process.isDead = true;
      else if (fate === 'lost') reject(awsError('TimeoutError'));
      else resolve(outcome);
    });
  });
};

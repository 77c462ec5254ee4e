import type { Durations } from './durations.ts';
/**
 * Work over many items, in batches: written in the transaction that causes it, taken up by whoever is woken, and done when a
 * pass that began long enough after the cause finds nothing. Times are ISO 8601.
 */
export type Job = {
  /** When its newest cause came. */
  readonly requested_at: string;
  /** Another with every cause, so that whoever has not read the newest cannot go on. */
  readonly token: string;
  /** The pass under way; null between two. */
  readonly pass: JobPass | null;
  /** The lease: until when somebody is thought to be at work on it; null: nobody is. */
  readonly held_until: string | null;
  readonly scheduled_at: string;
  /** How long after its cause the last pass begins, in milliseconds; absent: as long as an index may lag. */
  readonly settled_after_ms?: number;
};

/** One walk over all items of a job, newest first. */
export type JobPass = {
  readonly started_at: string;
  /** The checkpoint: items from this one on are done; null where it has just begun. */
  readonly cursor: string | null;
  /** Whether it found anything to change. */
  readonly moved: boolean;
};

/** However much waits are shortened, a step may take so long. */
const step_ms = 2_000;

type Pace = { readonly now: Date; readonly durations: Durations };

/** A job as its cause writes it, over whatever was there: a pass that had begun before has not seen this cause. */
export const newJob = (token: string, now: Date): Job => {
  const at = now.toISOString();
  return { requested_at: at, token, pass: null, held_until: null, scheduled_at: at };
};

/** The pass to go on with, or one that begins now. */
export const passOf = ({ pass }: Job, now: Date): JobPass =>
  pass ?? { started_at: now.toISOString(), cursor: null, moved: false };

/** Whether somebody else is at work on it: whoever wrote its token last. */
export const isHeld = ({ held_until, token }: Job, ownToken: string | undefined, now: Date): boolean =>
  held_until !== null && held_until > now.toISOString() && token !== ownToken;

/** Whether it rests in the middle of a pass, because it goes no faster: whoever is woken before leaves it. */
export const isPaused = ({ pass, held_until, scheduled_at }: Job, now: Date): boolean =>
  pass !== null && held_until === null && scheduled_at > now.toISOString();

/** The job in the middle of a pass, in the hands of whoever writes this; due again when these are thought to be dead. */
export const heldJob = <J extends Job>(job: J, pass: JobPass, { now, durations }: Pace): J => {
  const held_until = after(now, Math.max(durations.job_lease_ms, step_ms));
  return { ...job, pass, held_until, scheduled_at: held_until };
};

/** The job in the middle of a pass, left for whoever comes next. */
export const leftJob = <J extends Job>(job: J, pass: JobPass, { now }: Pick<Pace, 'now'>): J => ({
  ...job,
  pass,
  held_until: null,
  scheduled_at: now.toISOString(),
});

/**
 * The job after a pass; undefined where it is done. The index that lists its items may lag: only a pass that began so long
 * after the cause and found nothing is the last. What is not done is due again then.
 */
export const passedJob = <J extends Job>(job: J, pass: JobPass, { now, durations }: Pace): J | undefined => {
  const settled = settledAt(job, durations);
  if (!pass.moved && pass.started_at >= settled) return undefined;
  const at = now.toISOString();
  return { ...job, pass: null, held_until: null, scheduled_at: settled > at ? settled : at };
};

/** From when on a pass that finds nothing is the last. */
export const settledAt = (
  { requested_at, settled_after_ms }: Pick<Job, 'requested_at' | 'settled_after_ms'>,
  { index_lag_ms }: Pick<Durations, 'index_lag_ms'>,
): string => after(new Date(requested_at), settled_after_ms ?? index_lag_ms);

const after = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();

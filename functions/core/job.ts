import type { Durations } from './durations.ts';

/**
 * Work on many items, in batches. It is written in the transaction that causes it, and a worker leases it. It is done when a
 * pass that started long enough after the cause finds nothing. Times are ISO 8601.
 */
export type Job = {
  /** The time of its newest cause. */
  readonly requested_at: string;
  /** New with each cause, so that a worker that has not read the newest cannot continue. */
  readonly token: string;
  /** The pass in progress; null between two. */
  readonly pass: JobPass | null;
  /** When the lease of a worker expires; null without one. */
  readonly held_until: string | null;
  readonly scheduled_at: string;
  /** How long after its cause the last pass starts, in milliseconds; absent: as long as an index may lag. */
  readonly last_pass_after_ms?: number;
};

/** One pass over all items of a job, newest first. */
export type JobPass = {
  readonly started_at: string;
  /** The checkpoint: items from this one on are done; null at the start. */
  readonly cursor: string | null;
  /** Whether it found anything to change. */
  readonly moved: boolean;
};

/** The shortest lease: a step may take so long, however short the durations are. */
const step_ms = 2_000;

type Pace = { readonly now: Date; readonly durations: Durations };

/** A job as its cause writes it, over an earlier one: a pass that started before has not seen this cause. */
export const newJob = (token: string, now: Date): Job => {
  const at = now.toISOString();
  return { requested_at: at, token, pass: null, held_until: null, scheduled_at: at };
};

/** The pass to continue, or a new one. */
export const passOf = ({ pass }: Job, now: Date): JobPass =>
  pass ?? { started_at: now.toISOString(), cursor: null, moved: false };

/** Whether another worker has the lease: the one that wrote its token last. */
export const isHeld = (
  { held_until, token }: Job,
  ownToken: string | undefined,
  now: Date,
): boolean => held_until !== null && held_until > now.toISOString() && token !== ownToken;

/** Whether it waits in the middle of a pass to keep its rate: a worker that is notified before does nothing. */
export const isPaused = ({ pass, held_until, scheduled_at }: Job, now: Date): boolean =>
  pass !== null && held_until === null && scheduled_at > now.toISOString();

/** The job in the middle of a pass, leased by the worker that writes this, and scheduled for the end of the lease. */
export const heldJob = <J extends Job>(job: J, pass: JobPass, { now, durations }: Pace): J => {
  const held_until = after(now, Math.max(durations.job_lease_ms, step_ms));
  return { ...job, pass, held_until, scheduled_at: held_until };
};

/** The job in the middle of a pass, for the next worker. */
export const leftJob = <J extends Job>(job: J, pass: JobPass, { now }: Pick<Pace, 'now'>): J => ({
  ...job,
  pass,
  held_until: null,
  scheduled_at: now.toISOString(),
});

/**
 * The job after a pass; undefined when it is done. The index that lists its items may lag. So only
 * a pass that started so long after the cause is the last, and only if it found nothing, unless one
 * pass is enough (`once`). Otherwise the job is scheduled for that time.
 */
export const passedJob = <J extends Job>(
  job: J,
  pass: JobPass,
  { now, durations, once = false }: Pace & { readonly once?: boolean },
): J | undefined => {
  const last = lastPassAt(job, durations);
  if ((once || !pass.moved) && pass.started_at >= last) return undefined;
  const at = now.toISOString();
  return { ...job, pass: null, held_until: null, scheduled_at: last > at ? last : at };
};

/** The earliest start of a pass that is the last when it finds nothing. */
export const lastPassAt = (
  { requested_at, last_pass_after_ms }: Pick<Job, 'requested_at' | 'last_pass_after_ms'>,
  { index_lag_ms }: Pick<Durations, 'index_lag_ms'>,
): string => after(new Date(requested_at), last_pass_after_ms ?? index_lag_ms);

const after = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();

import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../dynamodb/commit.ts';
import { heldJob, isHeld, type Job, type JobPass, leftJob, passedJob, passOf } from '../job.ts';
import { commitWork, type UnitOfWork, type Work } from '../outbox/unit-of-work.ts';
import { clock, durations, workAt } from './batch.ts';

/** The changes of the next items of a job. */
export type Batch<J extends Job = Job> = UnitOfWork & {
  /** The last item that is done then; null if all are. */
  readonly cursor: string | null;
  /** Whether there was anything to change. */
  readonly moved: boolean;
  /** Changes of the job itself, saved with these items: its progress, or until when it pauses. */
  readonly job?: Partial<J>;
  /** Runs once these items are saved. After a crash the sweeper does the same, because they are scheduled. */
  readonly after?: () => Promise<void>;
};

/** A kind of work over many items: where its job is stored, and what is done with a batch of them. */
export type JobKind<J extends Job> = {
  /** One pass is enough, although it changes items: none that it must find can appear behind it. */
  readonly once?: true;
  /** The job with its newest token, read before everything else, so that no newer cause is missed. */
  readonly find: (work: Work) => Promise<J | undefined>;
  /** The changes of the next items. It may also change items itself, one by one. */
  readonly batch: (job: J, pass: JobPass, work: Work) => Promise<Batch<J>>;
  /** Saves the next state of a job over the one that was read, or ends it. A newer cause is a conflict. */
  readonly save: (next: J | undefined, read: J) => UnitOfWork['changes'][number];
  /** Notifies of what an invocation had no time for; without it the sweeper does. */
  readonly notifyAgain?: () => Promise<void>;
};

/** Reserved for the checkpoint at the end of an invocation. */
const reserve_ms = 3_000;

/**
 * The progress of this invocation beyond what is stored: its last token, and its pass without a
 * write.
 */
type Progress = { readonly token: string; readonly pass: JobPass | null };

/**
 * Runs a job as far as one invocation can. Each step is saved over the job that was read, so a crash between two loses
 * nothing, and of two workers one continues. The job stays scheduled until a pass that started late enough after its cause
 * finds nothing to change. `taken` is the lease that its caller has written already.
 */
export const runJob = async <J extends Job>(
  kind: JobKind<J>,
  work: Work,
  taken?: Progress,
): Promise<void> => {
  let progress = taken;
  do progress = await retryOnConflict(() => step(kind, progress, work));
  while (progress);
};

/** The next batch; undefined if nothing is left to do now. */
const step = async <J extends Job>(
  kind: JobKind<J>,
  progress: Progress | undefined,
  work: Work,
): Promise<Progress | undefined> => {
  const now = clock.now();
  const stepping = workAt(work, now);
  const job = await kind.find(stepping);
  if (!job || isHeld(job, progress?.token, now)) return undefined;
  const pass = (progress?.token === job.token ? progress.pass : null) ?? passOf(job, now);
  if (clock.now().getTime() > work.deadline.deadline - reserve_ms)
    return leave(kind, job, pass, stepping);
  const { cursor, moved, job: learned, after, ...unit } = await kind.batch(job, pass, stepping);
  const reached = { ...pass, cursor, moved: pass.moved || moved };
  if (cursor !== null && unit.changes.length === 0 && !moved)
    return { token: job.token, pass: reached };
  const pace = { now, durations, once: kind.once ?? false };
  const next = cursor === null ? passedJob(job, reached, pace) : heldJob(job, reached, pace);
  const written = await write(
    kind,
    { job: { ...job, ...learned }, next: next && { ...next, ...learned }, unit },
    stepping,
  );
  await after?.();
  return written;
};

type Stepped<J> = {
  readonly job: J;
  /** The next state of the job; undefined if it is done. */
  readonly next: J | undefined;
  readonly unit: UnitOfWork;
};

const write = async <J extends Job>(
  kind: JobKind<J>,
  { job, next, unit }: Stepped<J>,
  work: Work,
): Promise<Progress | undefined> => {
  const token = randomUUID();
  const waits =
    next !== undefined && next.pass === null && next.scheduled_at > work.deadline.now.toISOString();
  // One cause notifies several workers: one that finds nothing to change writes nothing.
  if (
    waits &&
    unit.changes.length === 0 &&
    job.pass === null &&
    job.scheduled_at === next.scheduled_at
  )
    return undefined;
  const written = kind.save(next && { ...next, token }, job);
  await commitWork(work, { changes: [written, ...unit.changes], conditions: unit.conditions });
  return next && !waits ? { token, pass: next.pass } : undefined;
};

const leave = async <J extends Job>(
  kind: JobKind<J>,
  job: J,
  pass: JobPass,
  work: Work,
): Promise<undefined> => {
  const left = { ...leftJob(job, pass, work.deadline), token: randomUUID() };
  await commitWork(work, { changes: [kind.save(left, job)], conditions: [] });
  await kind.notifyAgain?.();
};

import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { heldJob, isHeld, type Job, type JobPass, leftJob, passedJob, passOf } from '../job.ts';
import { commitWork, type UnitOfWork, type Work } from '../unit-of-work.ts';
import { clock, durations, workAt } from './batch.ts';

/** What the next items of a job come to. */
export type Batch<J extends Job = Job> = UnitOfWork & {
  /** The item down to which all are then done; null where they all are. */
  readonly cursor: string | null;
  /** Whether there was anything to change. */
  readonly moved: boolean;
  /** What the job itself has learned, written with these items: how far it is, or until when it pauses. */
  readonly job?: Partial<J>;
  /** What follows once these items are written; who dies before it is made good by what they say is due. */
  readonly after?: () => Promise<void>;
};

/** A kind of work over many items: where its job lies, and what is done with a batch of them. */
export type JobKind<J extends Job> = {
  /** The job with its newest token, read before what it rests on: no cause then came after what is read for it. */
  readonly find: (work: Work) => Promise<J | undefined>;
  /** What the next items come to. What is not changed here may be changed by this itself, item by item. */
  readonly batch: (job: J, pass: JobPass, work: Work) => Promise<Batch<J>>;
  /** What writes a job on over the one that was read; without a next one it ends. Stale when there is a newer cause. */
  readonly save: (next: J | undefined, read: J) => UnitOfWork['changes'][number];
};

/** Left for the checkpoint at the end of an invocation that does not come to the end of its pass. */
const reserve_ms = 3_000;

/** What this invocation knows of the job besides what is stored: its last token, and how far it came without writing. */
type Progress = { readonly token: string; readonly pass: JobPass | null };

/**
 * Works a job off as far as one invocation can. Each step rests on the job as it was read and writes it on, so dying between
 * two steps loses nothing, and of two at work one goes on. The job stays due until a pass that began a minute after its cause
 * finds nothing.
 */
export const runJob = async <J extends Job>(kind: JobKind<J>, work: Work): Promise<void> => {
  let progress: Progress | undefined;
  do progress = await retryOnConflict(() => step(kind, progress, work));
  while (progress);
};

/** The next batch, and how far one has come; undefined when nothing is left to do now. */
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
  if (clock.now().getTime() > work.deadline.deadline - reserve_ms) return leave(kind, job, pass, stepping);
  const { cursor, moved, job: learned, after, ...unit } = await kind.batch(job, pass, stepping);
  const reached = { ...pass, cursor, moved: pass.moved || moved };
  if (cursor !== null && unit.changes.length === 0 && !moved) return { token: job.token, pass: reached };
  const pace = { now, durations };
  const next = cursor === null ? passedJob(job, reached, pace) : heldJob(job, reached, pace);
  const written = await write(kind, { job, next: next && { ...next, ...learned }, unit }, stepping);
  await after?.();
  return written;
};

type Stepped<J> = {
  readonly job: J;
  /** The job written on; undefined where it is done. */
  readonly next: J | undefined;
  readonly unit: UnitOfWork;
};

const write = async <J extends Job>(
  kind: JobKind<J>,
  { job, next, unit }: Stepped<J>,
  work: Work,
): Promise<Progress | undefined> => {
  const token = randomUUID();
  const waits = next !== undefined && next.pass === null && next.scheduled_at > work.deadline.now.toISOString();
  // Several are woken by one cause: who finds nothing to do and all that follows noted leaves no trace.
  if (waits && unit.changes.length === 0 && job.pass === null && job.scheduled_at === next.scheduled_at)
    return undefined;
  const written = kind.save(next && { ...next, token }, job);
  await commitWork(work, { changes: [written, ...unit.changes], conditions: unit.conditions });
  return next && !waits ? { token, pass: next.pass } : undefined;
};

const leave = async <J extends Job>(kind: JobKind<J>, job: J, pass: JobPass, work: Work): Promise<undefined> => {
  const left = { ...leftJob(job, pass, work.deadline), token: randomUUID() };
  await commitWork(work, { changes: [kind.save(left, job)], conditions: [] });
};

import type { Context } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { deadlineOf } from '../runtime/deadline.ts';
import type { Fact, LoneWrite, Write } from '../store/change.ts';
import { StaleDecision } from '../store/commit.ts';
import { idsAt } from '../store/new-id.ts';
import type { Stores } from '../store/stores.ts';
import { type Cause, commitWork, type Work } from '../unit-of-work/unit-of-work.ts';

/** Time as every worker has it. */
export const clock = systemClock();

/** Kept free at the end of an invocation, so that what is being done can end in order. */
const reserve_ms = 1_000;

/** The work of one message. `worker` is the id of the function, by which its events name it. */
export const workOf = (worker: string, context: Context, stores: Stores): Work => {
  const deadline = deadlineOf(context, clock, reserve_ms);
  const { now } = deadline;
  const cause: Cause = {
    request_id: context.awsRequestId,
    idempotency_key: null,
    actor: { type: 'system', id: worker },
    environment: process.env.ENVIRONMENT ?? '',
    now,
    // One source of ids: the events of one message sort in the order in which they were told.
    newId: idsAt(now),
  };
  return { ...stores, deadline, cause };
};

/** The same work at a later moment. */
export const workAt = (work: Work, now: Date): Work => ({
  ...work,
  deadline: { ...work.deadline, now },
  cause: { ...work.cause, now, newId: idsAt(now) },
});

/** As `saved`, for a write that commit-alone.ts is for. */
export const savedAlone = ({ alone, deadline }: Work, write: LoneWrite): Promise<boolean> =>
  unlessStale(alone(write, deadline));

/** Commits what rests on nothing but what it writes; false when somebody was faster. */
export const saved = (work: Work, writes: readonly Write[]): Promise<boolean> => savedOn(work, writes, []);

/** Commits what rests on these facts; false when they no longer hold, or somebody was faster. */
export const savedOn = (work: Work, writes: readonly Write[], facts: readonly Fact[]): Promise<boolean> =>
  unlessStale(commitWork(work, { changes: writes, facts }));

const unlessStale = async (committing: Promise<void>): Promise<boolean> => {
  try {
    await committing;
    return true;
  } catch (error) {
    if (error instanceof StaleDecision) return false;
    throw error;
  }
};

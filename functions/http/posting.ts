import type { Route } from '../contract/route.ts';
import { database } from '../store/database.ts';
import { keys } from '../store/table.ts';
import { type Answer, answerFor } from './answer.ts';
import { serving } from './answering.ts';
import { change, pathIds } from './change.ts';
import { type MakeRecord, once, readingRecordFirst } from './idempotency.ts';
import { type Passed, rootOf } from './passed.ts';
import { readRequestOf } from './read.ts';
import { type RecentReplays, recentReplays } from './recent-replays.ts';
import type { Behaviour, Reread } from './request.ts';

/** The endpoint of a POST: what it does happens once for each Idempotency-Key. */
export const posting = <const R extends Route>(route: R, behaviour: Behaviour<R>, reread?: Reread<R>) => {
  const recent = recentReplays();
  return serving(route, (passed) => act(passed, behaviour, reread, recent));
};

/** Runs a POST's behaviour once per Idempotency-Key, and every decision again while what it read goes stale. */
export const act = async <R extends Route>(
  passed: Passed<R>,
  behaviour: Behaviour<R>,
  reread?: Reread<R>,
  recent?: RecentReplays,
): Promise<Answer> => {
  const { route, connection, context, idempotencyKey, input, caller } = passed;
  if (idempotencyKey === undefined || route.replay === 'none') return change(passed, behaviour);
  const { now } = passed.deadline;
  const db = database(connection);
  const key = keys.replay(caller.tenant_id, idempotencyKey, route.id, pathIds(passed));
  const reads = () => (route.retry === 'reads_record_first' ? readingRecordFirst(db, key, now) : db);
  const use = { operation: route.id, key, payload: input.payload, now };
  const deciding = (make: MakeRecord, requestHash: string) =>
    change(passed, behaviour, () => ({ db: reads(), record: { make, requestHash } }));
  const answer = await once(use, db, context, deciding, recent);
  if (answer.rereads === undefined || !reread) return answer;
  const shown = await reread(readRequestOf(passed, db), answer.rereads);
  return { ...answerFor(route, shown, rootOf(passed.event)), location: answer.location, replayed: true };
};

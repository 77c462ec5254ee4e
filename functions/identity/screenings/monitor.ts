import { randomUUID } from 'node:crypto';
import { StaleDecision } from '../../core/dynamodb/commit.ts';
import { readOrError, UnreadableItem } from '../../core/dynamodb/stored-form.ts';
import { logIfUnreadable } from '../../core/dynamodb/unreadable.ts';
import { durations, savedOne } from '../../core/jobs/batch.ts';
import { type JobKind, runJob } from '../../core/jobs/run-job.ts';
import { chunksOf, deepEqual } from '../../core/json.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import type { Customer } from '../customers/model.ts';
import { customerKeys, customerOf, customerUnchanged } from '../customers/table.ts';
import type { Screener } from '../screeners/screener.ts';
import { screening } from './changes.ts';
import { everyoneOf, type Screening, searched, subjectOf } from './model.ts';
import { idleMonitoring, type Monitoring, takenMonitoring } from './monitoring.ts';
import { inTime, logChanges } from './screen.ts';
import {
  dueScreenings,
  findMonitoring,
  notMonitored,
  saveMonitoring,
  saveScreening,
  screeningsAt,
} from './table.ts';

/** Screenings of one step, and how many of them are searched at once. */
const step_max = 100;
const at_once = 25;

/**
 * Screens everybody again who was searched with another version of the lists than the one that there is now, as far as one
 * invocation can. A pass that is left goes on at its cursor; a person that it did not reach, or who came later, is in the index for the
 * next one. So nobody is missed, and nobody who has the version is searched again.
 */
export const screenWithNewLists = async (screener: Screener, work: Work): Promise<void> => {
  const version = await screener.version();
  if (version === undefined) return;
  const read = await findMonitoring(work.db);
  const taken = takenMonitoring(read, version, {
    token: randomUUID(),
    now: work.deadline.now,
    durations,
  });
  if (!taken || !(await savedOne(work, saveMonitoring(taken, read)))) return;
  await runJob(monitoring(screener), work, taken);
};

const monitoring = (screener: Screener): JobKind<Monitoring> => ({
  once: true,
  find: ({ db }) => findMonitoring(db),
  save: (next, read) => saveMonitoring(next ?? idleMonitoring(read, randomUUID()), read),
  batch: async ({ list_version }, { cursor }, work) => {
    const { places, next } = await dueScreenings(work.db, list_version, cursor, step_max);
    const { readable, unreadable } = await screeningsAt(work.db, places);
    const due = readable.filter((one) => one.list_version !== list_version);
    const customers = await customersOf(due, work);
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const some of chunksOf(due, at_once)) {
      const searching = some.map((one) =>
        searchAgain(one, customers.get(one.customer_id), screener, work),
      );
      outcomes.push(...(await Promise.allSettled(searching)));
    }
    const failures = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    );
    for (const error of [...unreadable, ...failures]) logIfUnreadable(error);
    if (due.length > 0)
      logEvent(failures.length > 0 ? 'error' : 'info', 'screenings_searched', {
        list_version,
        searched: due.length,
        failed: failures.length,
        ...(failures.length > 0 && { error: serializeError(failures[0]) }),
      });
    const after = async () => {
      throw failures[0];
    };
    // Where nobody can be searched for, the rest waits for the next run, which goes on behind these. An unreadable customer
    // says nothing about the screener.
    const isDown =
      failures.length > 0 &&
      failures.length === due.length &&
      !failures.some((error) => error instanceof UnreadableItem);
    return {
      changes: [],
      conditions: [],
      cursor: next,
      moved: due.length > 0,
      ...(isDown && { after }),
    };
  },
});

const customersOf = async (
  due: readonly Screening[],
  { db }: Work,
): Promise<ReadonlyMap<string, Customer | UnreadableItem>> => {
  const items = await db.batch(
    due.map(({ tenant_id, customer_id }) => customerKeys.customer(tenant_id, customer_id)),
  );
  return new Map(
    items.flatMap((item) =>
      item ? [[String(item.sk), readOrError(() => customerOf(item))] as const] : [],
    ),
  );
};

/**
 * Searches for one subject, and stores what is found over what was read; one that changed meanwhile
 * stays due. A subject that is closed, redacted or removed is not searched for any more.
 */
const searchAgain = async (
  read: Screening,
  customer: Customer | UnreadableItem | undefined,
  screener: Screener,
  work: Work,
): Promise<void> => {
  if (customer instanceof UnreadableItem) throw customer;
  const who =
    customer &&
    customer.status !== 'closed' &&
    everyoneOf(customer).find(({ id }) => id === read.subject_id);
  const subject = who ? subjectOf(who) : undefined;
  if (!customer || !subject) return void (await savedOne(work, notMonitored(read)));
  const { tenant_id, customer_id, subject_id } = read;
  const answer = await inTime(screener.screen(subject));
  const of = { tenant_id, customer_id, subject_id };
  const found = searched(read, of, { ...answer, names: subject.names }, work.deadline.now);
  const isSame =
    deepEqual(found.after.matches, read.matches) &&
    deepEqual(found.after.not_comparable, read.not_comparable);
  if (!found.event && isSame) return void (await savedOne(work, saveScreening(found.after, read)));
  const change = screening(found);
  try {
    await commitWork(work, { changes: [change], conditions: [customerUnchanged(customer)] });
    logChanges([change]);
  } catch (error) {
    if (!(error instanceof StaleDecision)) throw error;
  }
};

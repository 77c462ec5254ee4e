import { randomUUID } from 'node:crypto';
import {
  type Comparison,
  findComparison,
  saveComparison,
} from '../../core/counters/comparison-table.ts';
import { hourAfter } from '../../core/counters/places.ts';
import { isPaused } from '../../core/job.ts';
import { alarmingEvents } from '../../core/jobs/alarming-events.ts';
import { clock, durations } from '../../core/jobs/batch.ts';
import type { Batch, JobKind } from '../../core/jobs/run-job.ts';
import { logEvent } from '../../core/logging.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { compareHour, nextHour } from './compare.ts';

/** After so many items the progress is saved, also within an hour. */
const batch_items = 2_000;

/**
 * Compares the counters of a business hour by hour, the newest first. Each batch is saved with its last hour and with how far
 * it has read the next one, so a crash loses one batch. An hour that was compared twice is the same. The job reads one page at
 * a time, so no table is hurried.
 */
export const countersComparison = (tenant: string): JobKind<Comparison> => ({
  once: true,
  find: async ({ db, deadline: { now } }) => {
    const comparison = await findComparison(db, tenant);
    if (!comparison || isPaused(comparison, now)) return undefined;
    return comparison.pass === null && comparison.scheduled_at > now.toISOString()
      ? undefined
      : comparison;
  },
  batch: async (comparison, { cursor }, work) => compareBatch(tenant, comparison, cursor, work),
  save: (next, read) => saveComparison(next ?? passed(read, clock.now()), read),
});

const compareBatch = async (
  tenant: string,
  { complete, hours, skipped, partial: saved }: Comparison,
  cursor: string | null,
  work: Work,
): Promise<Batch<Comparison>> => {
  const { now } = work.deadline;
  const changing = [...skipped];
  // A new pass begins with the newest hour.
  let [last, partial, items] = [cursor, cursor === null ? null : saved, 0];
  while (items < batch_items) {
    const before = last;
    const hour = hours
      ? hours.find((one) => before === null || one < before)
      : await nextHour(work.db, tenant, { before, now, isComplete: complete });
    if (hour === undefined)
      return { ...nothingElse, cursor: null, job: { skipped: changing, partial: null } };
    // Another hour is next if a worker of 0.2.0 went on, which knows no partial hour.
    const of = partial?.hour === hour ? partial : hour;
    const compared = await compareHour(tenant, of, work, batch_items - items);
    items += 1 + compared.items;
    partial = compared.outcome === 'partial' ? compared.partial : null;
    if (partial) break;
    if (compared.outcome === 'changing' || compared.outcome === 'unreadable') changing.push(hour);
    // Items stored before changes were counted are missing at first; after that nothing should be.
    if (complete && compared.outcome === 'repaired')
      logEvent('error', alarmingEvents.countersDiffered, {
        tenant_id: tenant,
        hour,
        repairs: compared.repairs,
      });
    last = hour;
  }
  // A pass without a cursor would have ended.
  const reached = last ?? (partial && hourAfter(partial.hour));
  return { ...nothingElse, cursor: reached, job: { skipped: changing, partial } };
};

/** Nothing else is written; the progress is always saved. */
const nothingElse = { changes: [], conditions: [], moved: true } as const;

/** The comparison after a pass: again soon of what changed in the first pass, else of everything a day later. */
const passed = ({ complete, skipped, ...read }: Comparison, now: Date): Comparison => {
  const isComplete = complete || skipped.length === 0;
  const wait_ms = isComplete ? durations.comparison_ms : durations.comparison_retry_ms;
  const at = new Date(now.getTime() + wait_ms).toISOString();
  return {
    ...read,
    token: randomUUID(),
    requested_at: at,
    scheduled_at: at,
    pass: null,
    held_until: null,
    complete: isComplete,
    hours: isComplete ? null : skipped,
    skipped: [],
    partial: null,
  };
};

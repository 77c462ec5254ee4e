import type { Context } from 'aws-lambda';
import { eventbridgeBus } from '../../core/aws/eventbridge.ts';
import { sqsWorkQueue } from '../../core/aws/sqs.ts';
import { connect } from '../../core/dynamodb/client.ts';
import { deadLetterShard, type ItemKey } from '../../core/dynamodb/keys.ts';
import { countIn, kindOf } from '../../core/dynamodb/scheduled-work.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { logIfUnreadable } from '../../core/dynamodb/unreadable.ts';
import type { Write } from '../../core/dynamodb/writes.ts';
import { isId } from '../../core/ids.ts';
import { alarmingEvents } from '../../core/jobs/alarming-events.ts';
import { clock, durations, saved, workOf } from '../../core/jobs/batch.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { measured } from '../../core/metrics.ts';
import { metricContext } from '../../core/time.ts';
import { type SweepMemory, type Swept, sweepNext } from './sweep.ts';

const stores = storesOf(connect());
const { db } = stores;
const bus = eventbridgeBus();
const queues = {
  deliver: sqsWorkQueue(process.env.DELIVER_QUEUE_URL),
  documents: sqsWorkQueue(process.env.DOCUMENTS_QUEUE_URL),
  identity: sqsWorkQueue(process.env.IDENTITY_QUEUE_URL),
  cards: sqsWorkQueue(process.env.CARDS_QUEUE_URL),
  redactions: sqsWorkQueue(process.env.REDACTIONS_QUEUE_URL),
  counters: sqsWorkQueue(process.env.COUNTERS_QUEUE_URL),
};

/** Reserved at the end of an invocation for the current page, in milliseconds. */
const reserve_ms = 10_000;

/** The limit for one write with all its tries, in milliseconds; after it the item waits for the next sweep. */
const save_ms = 5_000;

const memory: SweepMemory = { left: null, wide_at: Number.NEGATIVE_INFINITY };

/**
 * Each minute, one at a time: finds overdue work, first postpones it, then notifies its worker. So a lost message does no
 * harm, and work that keeps failing is retried ever more rarely.
 */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const work = workOf('sweep-scheduled-work', context, stores);
  const deadline = work.deadline.deadline - reserve_ms;
  const save = (write: Write) => {
    const now = clock.now();
    return saved({ ...work, deadline: { now, deadline: now.getTime() + save_ms } }, [write]);
  };
  const swept = await sweepNext({ db, save, queues, bus, clock, durations, deadline }, memory);
  logSweep(swept, await countIn(db, deadLetters, dead_lettered_max));
  if (swept.failures.length > 0) throw swept.failures[0];
};

const deadLetters = { table: 'outbox', shard: deadLetterShard } as const;

/** More need not be counted: one is enough for the alarm. */
const dead_lettered_max = 100;

/** Log lines that alarms count (lib/event-alarms.ts), and one summary. */
const logSweep = (swept: Swept, countDeadLettered: number): void => {
  const { notified, oldest_ms, deadLettered, unknown, failures } = swept;
  const age = measured('scheduled_work_age', oldest_ms, {}, metricContext(clock));
  if (notified + deadLettered > 0)
    logEvent('info', 'sweep_finished', { notified, dead_lettered: deadLettered, ...age });
  for (const key of unknown.slice(0, linesMax))
    logEvent('error', alarmingEvents.unknownScheduledItem, { ...named(key), of: unknown.length });
  if (countDeadLettered > 0)
    logEvent('error', alarmingEvents.eventDeadLettered, { count: countDeadLettered });
  if (swept.left) logEvent('warn', alarmingEvents.sweepBudgetExceeded, { ...swept.left });
  for (const reason of failures) logIfUnreadable(reason);
  for (const reason of failures.slice(0, linesMax))
    logEvent('error', 'sweep_part_failed', { error: serializeError(reason) });
};

/** An item without its key, which can hold an id of the business. */
const named = (key: ItemKey) => ({
  table: key.table,
  kind: kindOf(key),
  tenant_id: key.pk.split('/')[0],
  id: key.sk !== undefined && isId(key.sk) ? key.sk : null,
});

/** Log lines of one kind at most: the first show what is wrong. */
const linesMax = 10;

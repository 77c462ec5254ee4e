import type { Context } from 'aws-lambda';
import { described } from '../domain/described.ts';
import { eventbridgeBus } from '../ports/event-bus/eventbridge-bus.ts';
import { sqsWorkQueue } from '../ports/work-queue/sqs-work-queue.ts';
import type { WorkQueue } from '../ports/work-queue/work-queue.ts';
import { logger } from '../runtime/logger.ts';
import { connect, database } from '../store/database.ts';
import { type DueWork, dueWork, postponed } from '../store/due-work.ts';
import { postponeRepublish } from '../store/events/events.ts';
import { noticeOf, unconfirmedEvents } from '../store/events/undispatched.ts';
import { kindOf, type QueueName } from './due-kinds.ts';
import { clock, saved, type Work, workOf } from './work.ts';

const connection = connect();
const db = database(connection);
const bus = eventbridgeBus();
const queues: Readonly<Record<QueueName, WorkQueue>> = {
  deliver: sqsWorkQueue(process.env.DELIVER_QUEUE_URL),
  documents: sqsWorkQueue(process.env.DOCUMENTS_QUEUE_URL),
  identity: sqsWorkQueue(process.env.IDENTITY_QUEUE_URL),
  cards: sqsWorkQueue(process.env.CARDS_QUEUE_URL),
};
const queueNames = Object.keys(queues) as QueueName[];
const { waitDivisor } = clock;

/** While so many messages wait in a queue, more wake-ups would only lengthen it. */
const queueDepthMax = 5_000;

/** How long a wake-up has to help before the next one, in milliseconds: 150 seconds, doubling up to an hour. */
const shortestHelpMs = 150_000;
const longestHelpMs = 3_600_000;

/** An event has so long to be confirmed by its fan-out before it is put on the bus again, in milliseconds. */
const confirmationMs = 60_000;

/**
 * Each minute, one at a time: finds what is overdue, first moves it ahead, then wakes it. So a lost message heals, and what
 * keeps failing is woken ever more rarely. What cannot be woken holds up nothing else.
 */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const work = workOf('sweep-due-work', context, connection);
  const lanes = dueWork(db, work.deadline.now).then(lanesOf);
  const waking = queueNames.map(async (queue) => wakeIn(queue, (await lanes)[queue] ?? [], work));
  const done = await Promise.allSettled([republish(work), ...waking]);
  const [republished = 0, ...woken] = done.map((part) => (part.status === 'fulfilled' ? part.value : 0));
  const all = woken.reduce((sum, count) => sum + count, 0);
  if (all + republished > 0) logger.info('swept', { woken: all, republished });
  const failed = new Set(done.flatMap((part) => (part.status === 'rejected' ? [part.reason] : [])));
  for (const reason of failed) logger.error('part of the sweep failed', { error: described(reason) });
  for (const reason of failed) throw reason;
};

/** Overdue work by the queue that wakes it. */
const lanesOf = (due: readonly DueWork[]) =>
  Object.groupBy(due, (work) => {
    const kind = kindOf(work);
    if (!kind) logger.error('nobody is woken for what is due', { key: work.key });
    return kind?.queue ?? 'none';
  });

const wakeIn = async (name: QueueName, due: readonly DueWork[], work: Work): Promise<number> => {
  if (due.length === 0 || (await queues[name].depth()) >= queueDepthMax) return 0;
  const ours = await Promise.all(due.map(async (item) => ((await postpone(item, work)) ? [item] : [])));
  const messages = ours.flat().flatMap((one) => kindOf(one)?.wakeUp(one.item) ?? []);
  await queues[name].send(messages.map((message) => ({ ...message, delay_seconds: 0 })));
  return messages.length;
};

const postpone = (item: DueWork, work: Work): Promise<boolean> => {
  const wait = Math.min(longestHelpMs, shortestHelpMs * 2 ** item.sweeps) / waitDivisor;
  return saved(work, [postponed(item, new Date(clock.now().getTime() + wait))]);
};

/** To the bus, not to a queue: every consumer gets its second chance. The pause between tries doubles with the event's age. */
const republish = async (work: Work): Promise<number> => {
  const { now } = work.deadline;
  const events = await unconfirmedEvents(db, new Date(now.getTime() - confirmationMs / waitDivisor), now);
  await Promise.all(
    events.map(({ tenant_id, event_id, created_at }) => {
      const pause = Math.min(longestHelpMs / waitDivisor, now.getTime() - Date.parse(created_at));
      return saved(work, [postponeRepublish(tenant_id, event_id, new Date(now.getTime() + pause))]);
    }),
  );
  const refused = await bus.publish(events.map(noticeOf));
  if (refused.length > 0) logger.warn('bus refused events', { refused: refused.length });
  return events.length - refused.length;
};

import type { Context } from 'aws-lambda';
import { sqsDeliveryQueue } from '../ports/delivery-queue/sqs-delivery-queue.ts';
import { eventbridgeBus } from '../ports/event-bus/eventbridge-bus.ts';
import { connect, database } from '../store/database.ts';
import { type DueWork, dueWork, postponed } from '../store/due-store.ts';
import { postponeRepublish } from '../store/event-store.ts';
import { noticeOf, unconfirmedEvents } from '../store/undispatched-store.ts';
import { logger } from './log.ts';
import { patienceOf } from './patience.ts';
import { saved, type Work } from './work.ts';

const connection = connect();
const db = database(connection);
const queue = sqsDeliveryQueue();
const bus = eventbridgeBus();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

/** While so many messages wait, more wake-ups would only lengthen the queue. */
const queueDepthMax = 5_000;

/** How long a wake-up has to help before the next one, in milliseconds: 150 seconds, doubling up to an hour. */
const shortestPatienceMs = 150_000;
const longestPatienceMs = 3_600_000;

/** An event has so long to be confirmed by its fan-out before it is put on the bus again, in milliseconds. */
const confirmationMs = 60_000;

/**
 * Each minute, one at a time: finds what is overdue, first moves it ahead, then wakes it. So a lost message heals, and what
 * keeps failing is woken ever more rarely.
 */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const work: Work = { connection, db, patience: patienceOf(context), requestId: context.awsRequestId };
  const woken = (await queue.depth()) < queueDepthMax ? await wakeDueWork(work) : 0;
  const republished = await republish(work);
  if (woken + republished > 0) logger.info('swept', { woken, republished });
};

const wakeDueWork = async (work: Work): Promise<number> => {
  const due = await dueWork(db, work.patience.now);
  const ours = await Promise.all(due.map(async (item) => ((await postpone(item, work)) ? [item] : [])));
  const wakeUps = ours.flat().map(({ tenant_id, webhook_id, delivery }) => ({
    of: delivery
      ? { tenant_id, webhook_id, delivery_id: delivery.id, attempts_made: delivery.attempts_made }
      : { tenant_id, webhook_id },
    delay_seconds: 0,
  }));
  await queue.wake(wakeUps);
  return wakeUps.length;
};

const postpone = (item: DueWork, work: Work): Promise<boolean> => {
  const wait = Math.min(longestPatienceMs, shortestPatienceMs * 2 ** item.sweeps) / waitDivisor;
  return saved(work, [postponed(item, new Date(Date.now() + wait))]);
};

/** To the bus, not to a queue: every consumer gets its second chance. The pause between tries doubles with the event's age. */
const republish = async (work: Work): Promise<number> => {
  const { now } = work.patience;
  const events = await unconfirmedEvents(db, new Date(now.getTime() - confirmationMs / waitDivisor), now);
  await Promise.all(
    events.map(({ tenant_id, event_id, created_at }) => {
      const age = Math.min(longestPatienceMs, now.getTime() - Date.parse(created_at));
      return saved(work, [postponeRepublish(tenant_id, event_id, new Date(now.getTime() + age))]);
    }),
  );
  const refused = await bus.publish(events.map(noticeOf));
  if (refused.length > 0) logger.warn('bus refused events', { refused: refused.length });
  return events.length - refused.length;
};

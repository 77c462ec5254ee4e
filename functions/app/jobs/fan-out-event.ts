import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sqsWorkQueue } from '../../core/aws/sqs.ts';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { writeOne } from '../../core/dynamodb/write-one.ts';
import { durations, eachOfBatch, savedOne, workOf } from '../../core/jobs/batch.ts';
import { eventOf } from '../../core/outbox/content-table.ts';
import type { StoredEvent } from '../../core/outbox/model.ts';
import { confirmDispatch, findNoticedEvents } from '../../core/outbox/table.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { deliveryMessage } from '../../delivery/deliveries/model.ts';
import { makeDelivery } from '../../delivery/deliveries/new-delivery.ts';
import { saveDelivery } from '../../delivery/deliveries/table.ts';
import { shareOf } from '../../delivery/webhooks/model.ts';
import { type Subscriptions, subscriptionsOf } from '../../delivery/webhooks/table.ts';
import { NoticeQueueMessage } from './message-schemas.ts';

const stores = storesOf(connect());
const queue = sqsWorkQueue(process.env.DELIVER_QUEUE_URL);

/** Makes the deliveries of each event. A message that comes twice makes nothing twice. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachOfBatch(event, NoticeQueueMessage, (messages) => {
    const notices = messages.map(({ detail }) => detail);
    const tenants = new Set(notices.map(({ tenant_id }) => tenant_id));
    const events = findNoticedEvents(stores.db, notices);
    const webhooks = new Map(
      [...tenants].map((tenant) => [tenant, subscriptionsOf(stores.db, tenant)]),
    );
    return async ({ detail }) => {
      const [found, own = none] = await Promise.all([events, webhooks.get(detail.tenant_id)]);
      const noticed = found[notices.indexOf(detail)];
      if (noticed) await fanOut(eventOf(noticed), own, workOf('fan-out-event', context, stores));
    };
  });

const none: Subscriptions = { readable: [], unreadable: [] };

/**
 * Deliveries first, then their messages, then the confirmation: after a crash the next try does what is missing. An event
 * that an unreadable subscription may want is not confirmed: it comes again until it is dead-lettered.
 */
const fanOut = async (event: StoredEvent, { readable, unreadable }: Subscriptions, work: Work) => {
  const pace = { now: work.deadline.now, durations };
  const made = readable
    .filter((webhook) => shareOf(webhook, event) !== 'nothing')
    .map((webhook) => makeDelivery(event, webhook, 'automatic', pace));
  // A delivery that an earlier try made is not overwritten: it may be delivered by now.
  await Promise.all(made.map((delivery) => savedOne(work, saveDelivery(delivery))));
  await queue.send(
    made
      .filter(({ status }) => status === 'pending')
      .map((delivery) => ({ message: deliveryMessage(delivery) })),
  );
  const [first] = unreadable;
  if (first) throw first;
  await writeOne(work.connection, confirmDispatch(event.tenant_id, event.event_id), work.deadline);
};

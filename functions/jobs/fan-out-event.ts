import type { Context, EventBridgeEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sqsWorkQueue } from '../aws/sqs.ts';
import { deliveryMessage } from '../deliveries/model.ts';
import { makeDelivery } from '../deliveries/new-delivery.ts';
import { saveDelivery } from '../deliveries/table.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { writeOne } from '../dynamodb/write-one.ts';
import { eventOf } from '../events/content-table.ts';
import type { EventNotice, StoredEvent } from '../events/model.ts';
import { confirmDispatch, findNoticedEvents } from '../events/table.ts';
import type { Work } from '../unit-of-work.ts';
import { type Subscription, shareOf } from '../webhooks/model.ts';
import { subscriptionsOf } from '../webhooks/table.ts';
import { durations, eachOfBatch, savedOne, workOf } from './batch.ts';

const stores = storesOf(connect());
const queue = sqsWorkQueue(process.env.DELIVER_QUEUE_URL);
type Message = EventBridgeEvent<string, EventNotice>;

/** Makes the deliveries of each event. A message that comes twice makes nothing twice. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachOfBatch(event, (bodies) => {
    const notices = bodies.flatMap((body) => (body as Partial<Message> | null)?.detail ?? []);
    const tenants = new Set(notices.map(({ tenant_id }) => tenant_id));
    const events = findNoticedEvents(stores.db, notices);
    const webhooks = new Map([...tenants].map((tenant) => [tenant, subscriptionsOf(stores.db, tenant)]));
    return async (body) => {
      const { detail } = body as Message;
      const [found, own = []] = await Promise.all([events, webhooks.get(detail.tenant_id)]);
      const noticed = found[notices.indexOf(detail)];
      if (noticed) await fanOut(eventOf(noticed), own, workOf('fan-out-event', context, stores));
    };
  });

/** Deliveries first, then their messages, then the confirmation: after a crash the next try does what is missing. */
const fanOut = async (event: StoredEvent, webhooks: readonly Subscription[], work: Work) => {
  const pace = { now: work.deadline.now, durations };
  const made = webhooks
    .filter((webhook) => shareOf(webhook, event) !== 'nothing')
    .map((webhook) => makeDelivery(event, webhook, 'automatic', pace));
  // A delivery that an earlier try made is not overwritten: it may be delivered by now.
  await Promise.all(made.map((delivery) => savedOne(work, saveDelivery(delivery))));
  await queue.send(
    made.filter(({ status }) => status === 'pending').map((delivery) => ({ message: deliveryMessage(delivery) })),
  );
  await writeOne(work.connection, confirmDispatch(event.tenant_id, event.event_id), work.deadline);
};

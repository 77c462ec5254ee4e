import type { Context, EventBridgeEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Notification } from '../aws/sqs.ts';
import { sqsDeliveryQueue } from '../aws/sqs.ts';
import { idOfDelivery, makeDelivery } from '../deliveries/new-delivery.ts';
import { saveDelivery } from '../deliveries/table.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { writeOne } from '../dynamodb/write-one.ts';
import type { EventNotice, StoredEvent } from '../events/model.ts';
import { confirmDispatch, findToldEvents } from '../events/table.ts';
import type { Work } from '../unit-of-work.ts';
import { type Subscription, shareOf } from '../webhooks/model.ts';
import { subscriptionsOf } from '../webhooks/table.ts';
import { durations, eachOfBatch, savedOne, workOf } from './batch.ts';

const stores = storesOf(connect());
const queue = sqsDeliveryQueue();
type Message = EventBridgeEvent<string, EventNotice>;

/** Makes the deliveries of each event that the bus tells of. A message that comes twice makes nothing twice. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachOfBatch(event, (bodies) => {
    const notices = bodies.flatMap((body) => (body as Partial<Message> | null)?.detail ?? []);
    const tenants = new Set(notices.map(({ tenant_id }) => tenant_id));
    const events = findToldEvents(stores.db, notices);
    const webhooks = new Map([...tenants].map((tenant) => [tenant, subscriptionsOf(stores.db, tenant)]));
    return async (body) => {
      const { detail } = body as Message;
      const [found, own = []] = await Promise.all([events, webhooks.get(detail.tenant_id)]);
      const told = found[notices.indexOf(detail)];
      if (told) await fanOut(told, own, workOf('fan-out-event', context, stores));
    };
  });

/** Deliveries first, then their wake-ups, then the confirmation: whatever is missing when it dies here is made by the next try. */
const fanOut = async (event: StoredEvent, webhooks: readonly Subscription[], work: Work) => {
  const shares = webhooks.map((webhook) => ({ webhook, share: shareOf(webhook, event) }));
  const wanted = shares.filter(({ share }) => share !== 'nothing');
  await Promise.all(wanted.map(({ webhook }) => make(event, webhook, work)));
  const notified = wanted.filter(({ share }) => share === 'send').map(({ webhook }) => notification(event, webhook));
  if (notified.length > 0) await queue.notify(notified);
  await writeOne(work.connection, confirmDispatch(event.tenant_id, event.event_id), work.deadline);
};

/** Where it is there, an earlier try made it; by now it may have been delivered. */
const make = (event: StoredEvent, webhook: Subscription, work: Work) =>
  savedOne(work, saveDelivery(makeDelivery(event, webhook, 'automatic', { now: work.deadline.now, durations })));

const notification = (event: StoredEvent, webhook: Subscription): Notification => {
  const of = {
    tenant_id: event.tenant_id,
    delivery_id: idOfDelivery(event.event_id, webhook.id),
    webhook_id: webhook.id,
    attempts_made: 0,
  };
  return { of, delay_seconds: 0 };
};

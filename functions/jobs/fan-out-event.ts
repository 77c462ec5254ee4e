import type { Context, EventBridgeEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Notification } from '../aws/sqs.ts';
import { sqsDeliveryQueue } from '../aws/sqs.ts';
import { idOfDelivery, makeDelivery } from '../deliveries/new-delivery.ts';
import { saveDelivery } from '../deliveries/table.ts';
import { connect } from '../dynamodb/client.ts';
import { sharedStores } from '../dynamodb/stores.ts';
import type { EventNotice, StoredEvent } from '../events/model.ts';
import { confirmDispatch, findToldEvent } from '../events/table.ts';
import { gathering } from '../runtime/gathering.ts';
import type { Work } from '../unit-of-work.ts';
import { type Subscription, shareOf } from '../webhooks/model.ts';
import { subscriptionsOf } from '../webhooks/table.ts';
import { clock, eachTogether, savedAlone, workOf } from './batch.ts';

const connection = connect();
const queue = sqsDeliveryQueue();
const { waitDivisor } = clock;

type Message = EventBridgeEvent<string, EventNotice>;

/** Makes the deliveries of each event that the bus tells of. A message that comes twice makes nothing twice. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachTogether(event, (underWay) => {
    const stores = sharedStores(connection, underWay);
    const notify = gathering(async (all: readonly (readonly Notification[])[]) => {
      await queue.notify(all.flat());
      return all;
    }, underWay);
    return async (body) => {
      const { event_id, tenant_id } = (body as Message).detail;
      const [found, webhooks] = await Promise.all([
        findToldEvent(stores.db, tenant_id, event_id),
        subscriptionsOf(stores.db, tenant_id),
      ]);
      if (found) await fanOut(found, webhooks, workOf('fan-out-event', context, stores), notify);
    };
  });

type Wake = (notifications: readonly Notification[]) => Promise<unknown>;

/** Deliveries first, then their wake-ups, then the confirmation: whatever is missing when it dies here is made by the next try. */
const fanOut = async (event: StoredEvent, webhooks: readonly Subscription[], work: Work, notify: Wake) => {
  const shares = webhooks.map((webhook) => ({ webhook, share: shareOf(webhook, event) }));
  const wanted = shares.filter(({ share }) => share !== 'nothing');
  await Promise.all(wanted.map(({ webhook }) => make(event, webhook, work)));
  const notified = wanted.filter(({ share }) => share === 'send').map(({ webhook }) => notification(event, webhook));
  if (notified.length > 0) await notify(notified);
  await work.alone(confirmDispatch(event.tenant_id, event.event_id), work.deadline);
};

/** Where it is there, an earlier try made it; by now it may have been delivered. */
const make = (event: StoredEvent, webhook: Subscription, work: Work) =>
  savedAlone(work, saveDelivery(makeDelivery(event, webhook, 'automatic', { now: work.deadline.now, waitDivisor })));

const notification = (event: StoredEvent, webhook: Subscription): Notification => {
  const of = {
    tenant_id: event.tenant_id,
    delivery_id: idOfDelivery(event.event_id, webhook.id),
    webhook_id: webhook.id,
    attempts_made: 0,
  };
  return { of, delay_seconds: 0 };
};

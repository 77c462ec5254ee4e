import type { Context, EventBridgeEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { EventNotice, StoredEvent } from '../domain/events/event.ts';
import { type Subscription, shareOf } from '../domain/webhooks/webhook.ts';
import type { WakeUp } from '../ports/delivery-queue/delivery-queue.ts';
import { sqsDeliveryQueue } from '../ports/delivery-queue/sqs-delivery-queue.ts';
import { gathering } from '../runtime/gathering.ts';
import { connect } from '../store/database.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { idOfDelivery, makeDelivery } from '../store/deliveries/new-delivery.ts';
import { confirmDispatch } from '../store/events/events.ts';
import { findToldEvent } from '../store/events/list.ts';
import { sharedStores } from '../store/stores.ts';
import { subscriptionsOf } from '../store/webhooks/webhooks.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import { eachTogether } from './batch.ts';
import { clock, savedAlone, workOf } from './work.ts';

const connection = connect();
const queue = sqsDeliveryQueue();
const { waitDivisor } = clock;

type Message = EventBridgeEvent<string, EventNotice>;

/** Makes the deliveries of each event that the bus tells of. A message that comes twice makes nothing twice. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachTogether(event, (underWay) => {
    const stores = sharedStores(connection, underWay);
    const wake = gathering(async (all: readonly (readonly WakeUp[])[]) => {
      await queue.wake(all.flat());
      return all;
    }, underWay);
    return async (body) => {
      const { event_id, tenant_id } = (body as Message).detail;
      const [found, webhooks] = await Promise.all([
        findToldEvent(stores.db, tenant_id, event_id),
        subscriptionsOf(stores.db, tenant_id),
      ]);
      if (found) await fanOut(found, webhooks, workOf('fan-out-event', context, stores), wake);
    };
  });

type Wake = (wakeUps: readonly WakeUp[]) => Promise<unknown>;

/** Deliveries first, then their wake-ups, then the confirmation: whatever is missing when it dies here is made by the next try. */
const fanOut = async (event: StoredEvent, webhooks: readonly Subscription[], work: Work, wake: Wake) => {
  const shares = webhooks.map((webhook) => ({ webhook, share: shareOf(webhook, event) }));
  const wanted = shares.filter(({ share }) => share !== 'nothing');
  await Promise.all(wanted.map(({ webhook }) => make(event, webhook, work)));
  const woken = wanted.filter(({ share }) => share === 'send').map(({ webhook }) => wakeUp(event, webhook));
  if (woken.length > 0) await wake(woken);
  await work.alone(confirmDispatch(event.tenant_id, event.event_id), work.deadline);
};

/** Where it is there, an earlier try made it; by now it may have been delivered. */
const make = (event: StoredEvent, webhook: Subscription, work: Work) =>
  savedAlone(work, saveDelivery(makeDelivery(event, webhook, 'automatic', { now: work.deadline.now, waitDivisor })));

const wakeUp = (event: StoredEvent, webhook: Subscription): WakeUp => {
  const of = {
    tenant_id: event.tenant_id,
    delivery_id: idOfDelivery(event.event_id, webhook.id),
    webhook_id: webhook.id,
    attempts_made: 0,
  };
  return { of, delay_seconds: 0 };
};

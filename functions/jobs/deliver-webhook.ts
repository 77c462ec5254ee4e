import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { claim } from '../deliveries/claim-delivery.ts';
import { attempt } from '../deliveries/deliver.ts';
import type { Delivery } from '../deliveries/model.ts';
import { serveEndpoint } from '../deliveries/probe-endpoint.ts';
import { reconcileAccount } from '../deliveries/reconcile.ts';
import { findNotified } from '../deliveries/table.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import type { AccountMessage, DeliveryMessage, RecoveryMessage, WebhookMessage } from '../events/model.ts';
import { logEvent } from '../logging.ts';
import { measured } from '../metrics.ts';
import { deliveryRecovery } from '../recoveries/recover.ts';
import { metricContext } from '../time.ts';
import { clock, eachOfBatch, workOf } from './batch.ts';
import { runJob } from './run-job.ts';

const stores = storesOf(connect());

/**
 * Attempts the deliveries that its messages wake, probes endpoints that failed, and aligns the open deliveries of webhooks
 * and accounts that changed. A message is a hint: one that is late, comes twice or lies finds nothing to claim.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const outcomes: Delivery['status'][] = [];
  const answer = await eachOfBatch(event, (bodies) => {
    const deliveries = bodies.filter(isOfDelivery);
    const all = findNotified(stores.db, deliveries, 'late');
    return async (body) => {
      const notification = body as DeliveryMessage | WebhookMessage | RecoveryMessage | AccountMessage;
      const work = workOf('deliver-webhook', context, stores);
      if (!('webhook_id' in notification)) return reconcileAccount(notification, work);
      if ('recovery_id' in notification) return runJob(deliveryRecovery(notification), work);
      if (!('delivery_id' in notification)) return serveEndpoint(notification, work);
      const found = (await all)[deliveries.indexOf(notification)];
      const inHand = found && (await claim(notification, found, randomUUID(), work));
      const outcome = inHand && (await attempt(inHand, work));
      if (outcome) outcomes.push(outcome);
    };
  });
  tell(outcomes);
  return answer;
};

const isOfDelivery = (body: unknown): body is DeliveryMessage =>
  typeof body === 'object' && body !== null && 'delivery_id' in body;

/** A line for each outcome that attempts of a batch had. */
const tell = (outcomes: readonly Delivery['status'][]): void => {
  for (const [outcome, some = []] of Object.entries(Object.groupBy(outcomes, (one) => one)))
    logEvent('info', 'deliveries_attempted', {
      ...measured('attempts', some.length, { outcome }, metricContext(clock)),
    });
};

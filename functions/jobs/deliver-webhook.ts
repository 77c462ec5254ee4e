import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { claim } from '../deliveries/claim-delivery.ts';
import { attempt } from '../deliveries/deliver.ts';
import type { Delivery } from '../deliveries/model.ts';
import { serveEndpoint } from '../deliveries/probe-endpoint.ts';
import { reconcileAccount } from '../deliveries/reconcile.ts';
import { connect } from '../dynamodb/client.ts';
import { sharedStores } from '../dynamodb/stores.ts';
import type { AccountMessage, DeliveryMessage, RecoveryMessage, WebhookMessage } from '../events/model.ts';
import { logger } from '../logging.ts';
import { measured } from '../metrics.ts';
import { deliveryRecovery } from '../recoveries/recover.ts';
import { metricContext } from '../time.ts';
import { clock, eachTogether, workOf } from './batch.ts';
import { runJob } from './run-job.ts';

const connection = connect();

/**
 * Attempts the deliveries that its messages wake, probes endpoints that failed, and aligns the open deliveries of webhooks
 * and accounts that changed. A message is a hint: one that is late, comes twice or lies finds nothing to claim.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const outcomes: Delivery['status'][] = [];
  const answer = await eachTogether(event, (underWay) => {
    const stores = sharedStores(connection, underWay);
    return async (body) => {
      const notification = body as DeliveryMessage | WebhookMessage | RecoveryMessage | AccountMessage;
      const work = workOf('deliver-webhook', context, stores);
      if (!('webhook_id' in notification)) return reconcileAccount(notification, work);
      if ('recovery_id' in notification) return runJob(deliveryRecovery(notification), work, clock.waitDivisor);
      if (!('delivery_id' in notification)) return serveEndpoint(notification, work);
      const inHand = await claim(notification, randomUUID(), work);
      const outcome = inHand && (await attempt(inHand, work));
      if (outcome) outcomes.push(outcome);
    };
  });
  tell(outcomes);
  return answer;
};

/** A line for each outcome that attempts of a batch had. */
const tell = (outcomes: readonly Delivery['status'][]): void => {
  for (const [outcome, some = []] of Object.entries(Object.groupBy(outcomes, (one) => one)))
    logger.info('attempted', measured('attempts', some.length, { outcome }, metricContext(clock)));
};

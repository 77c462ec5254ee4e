import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { measured } from '../contract/metrics.ts';
import type { Delivery } from '../domain/deliveries/delivery.ts';
import type { AccountWakeUp, DeliveryWakeUp, RecoveryWakeUp, WebhookWakeUp } from '../domain/events/event.ts';
import { here } from '../runtime/clock.ts';
import { logger } from '../runtime/logger.ts';
import { connect } from '../store/database.ts';
import { sharedStores } from '../store/stores.ts';
import { alignAccount } from './align-account.ts';
import { attempt } from './attempt-delivery.ts';
import { eachTogether } from './batch.ts';
import { claim } from './claim-delivery.ts';
import { serveEndpoint } from './probe-endpoint.ts';
import { deliveryRecovery } from './recover-deliveries.ts';
import { runJob } from './run-job.ts';
import { clock, workOf } from './work.ts';

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
      const wakeUp = body as DeliveryWakeUp | WebhookWakeUp | RecoveryWakeUp | AccountWakeUp;
      const work = workOf('deliver-webhook', context, stores);
      if (!('webhook_id' in wakeUp)) return alignAccount(wakeUp, work);
      if ('recovery_id' in wakeUp) return runJob(deliveryRecovery(wakeUp), work, clock.waitDivisor);
      if (!('delivery_id' in wakeUp)) return serveEndpoint(wakeUp, work);
      const inHand = await claim(wakeUp, randomUUID(), work);
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
    logger.info('attempted', measured('attempts', some.length, { outcome }, here(clock)));
};

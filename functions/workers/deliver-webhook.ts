import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DeliveryWakeUp, WebhookWakeUp } from '../domain/events/event.ts';
import { connect } from '../store/database.ts';
import { attempt } from './attempt-delivery.ts';
import { eachMessage } from './batch.ts';
import { claim } from './claim-delivery.ts';
import { deliveryAlignment } from './delivery-alignment.ts';
import { runJob } from './run-job.ts';
import { clock, workOf } from './work.ts';

const connection = connect();

/**
 * Attempts the deliveries that its messages wake, and aligns the open deliveries of webhooks that changed. A message is a
 * hint: one that is late, comes twice or lies finds nothing to claim.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const wakeUp = body as DeliveryWakeUp | WebhookWakeUp;
    const work = workOf('deliver-webhook', context, connection);
    if (!('delivery_id' in wakeUp)) return runJob(deliveryAlignment(wakeUp), work, clock.waitDivisor);
    const claimed = await claim(wakeUp, randomUUID(), work);
    if (claimed) await attempt(claimed, work);
  });

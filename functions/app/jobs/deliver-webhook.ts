import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { clock, eachOfBatch, workOf } from '../../core/jobs/batch.ts';
import { runJob } from '../../core/jobs/run-job.ts';
import { logEvent } from '../../core/logging.ts';
import type { DeliverMessage, DeliveryMessage } from '../../core/messages.ts';
import { measured } from '../../core/metrics.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { metricContext } from '../../core/time.ts';
import { claim } from '../../delivery/deliveries/claim.ts';
import { attempt } from '../../delivery/deliveries/deliver.ts';
import type { Delivery } from '../../delivery/deliveries/model.ts';
import { reconcileAndProbeEndpoint } from '../../delivery/deliveries/probe-endpoint.ts';
import { reconcileAccount } from '../../delivery/deliveries/reconcile.ts';
import { findNotified } from '../../delivery/deliveries/table.ts';
import { deliveryRecovery } from '../../delivery/recoveries/recover.ts';
import { DeliverQueueMessage } from './message-schemas.ts';

const stores = storesOf(connect());

/**
 * Attempts deliveries, probes endpoints that failed, runs recoveries, and reconciles the open deliveries of webhooks and
 * accounts that changed. The deliveries of a batch are read at once, by a cheap read.
 */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const outcomes: Delivery['status'][] = [];
  const answer = await eachOfBatch(event, DeliverQueueMessage, (messages) => {
    const deliveries = messages.filter((one) => one.kind === 'delivery');
    const all = findNotified(stores.db, deliveries, 'late');
    return async (message) => {
      const work = workOf('deliver-webhook', context, stores);
      if (message.kind !== 'delivery') return act(message, work);
      const read = (await all)[deliveries.indexOf(message)];
      const claimed = read && (await claim(message, read(), randomUUID(), work));
      const outcome = claimed && (await attempt(claimed, work));
      if (outcome) outcomes.push(outcome);
    };
  });
  logOutcomes(outcomes);
  return answer;
};

const act = (message: Exclude<DeliverMessage, DeliveryMessage>, work: Work): Promise<void> => {
  switch (message.kind) {
    case 'endpoint':
      return reconcileAndProbeEndpoint(message, work);
    case 'recovery':
      return runJob(deliveryRecovery(message), work);
    case 'account':
      return reconcileAccount(message, work);
  }
};

/** One line for each outcome of the attempts of a batch. */
const logOutcomes = (outcomes: readonly Delivery['status'][]): void => {
  for (const [outcome, some = []] of Object.entries(Object.groupBy(outcomes, (one) => one)))
    logEvent('info', 'deliveries_attempted', {
      ...measured('attempts', some.length, { outcome }, metricContext(clock)),
    });
};

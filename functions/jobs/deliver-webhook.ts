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
import { logEvent } from '../logging.ts';
import { DeliverQueueMessage } from '../message-schemas.ts';
import type { DeliverMessage, DeliveryMessage } from '../messages.ts';
import { measured } from '../metrics.ts';
import { deliveryRecovery } from '../recoveries/recover.ts';
import { metricContext } from '../time.ts';
import type { Work } from '../unit-of-work.ts';
import { clock, eachOfBatch, workOf } from './batch.ts';
import { runJob } from './run-job.ts';

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
      return serveEndpoint(message, work);
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

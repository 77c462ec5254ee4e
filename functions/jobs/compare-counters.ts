import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { countersComparison } from '../counters/comparison.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { CountersQueueMessage } from '../message-schemas.ts';
import { eachMessage, workOf } from './batch.ts';
import { runJob } from './run-job.ts';

const stores = storesOf(connect());

/** Compares the counters of the businesses that its messages name with what they count. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, CountersQueueMessage, ({ tenant_id }) =>
    runJob(countersComparison(tenant_id), workOf('compare-counters', context, stores)),
  );

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { eachMessage, workOf } from '../../core/jobs/batch.ts';
import { runJob } from '../../core/jobs/run-job.ts';
import { countersComparison } from '../counters/comparison.ts';
import { CountersQueueMessage } from './message-schemas.ts';

const stores = storesOf(connect());

/** Compares the counters of the businesses that its messages name with what they count. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, CountersQueueMessage, ({ tenant_id }) =>
    runJob(countersComparison(tenant_id), workOf('compare-counters', context, stores)),
  );

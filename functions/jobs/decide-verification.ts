import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from '../dynamodb/client.ts';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { storesOf } from '../dynamodb/stores.ts';
import type { EventNotice } from '../events/model.ts';
import { decideSubmission } from '../verifications/decide.ts';
import { eachMessage, workOf } from './batch.ts';

const stores = storesOf(connect());

/** As the bus tells of a submitted verification, and as the sweeper wakes one that is overdue. */
type Message = { readonly detail: Pick<EventNotice, 'tenant_id' | 'resource_id'> };

/**
 * Has the verifications decided that its messages name. A message is a hint: late, twice or lying it changes nothing, and a
 * lost one is made good when the verification is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const { tenant_id, resource_id } = (body as Message).detail;
    const work = workOf('decide-verification', context, stores);
    await retryOnConflict(() => decideSubmission({ tenant_id, id: resource_id }, work));
  });

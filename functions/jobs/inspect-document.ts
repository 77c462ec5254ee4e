import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { settleDocument } from '../documents/inspect.ts';
import { ownerOf } from '../documents/object-key.ts';
import { connect } from '../dynamodb/client.ts';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { logEvent } from '../logging.ts';
import type { DocumentMessage } from '../messages.ts';
import { eachMessage, workOf } from './batch.ts';

const stores = storesOf(connect());

/**
 * Looks after the documents that its messages name: bytes that have come are inspected, an upload that nobody sent in time
 * expires. A message is a hint, sent when bytes come and when a document is due; late, twice or lying it changes nothing.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const owner = ownerOf((body as DocumentMessage).key);
    if (!owner) return logEvent('warn', 'unknown_object');
    const work = workOf('inspect-document', context, stores);
    await retryOnConflict(() => settleDocument(owner, work));
  });

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processDocument } from '../documents/inspect.ts';
import { ownerOf } from '../documents/object-key.ts';
import { connect } from '../dynamodb/client.ts';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { logEvent } from '../logging.ts';
import type { DocumentMessage } from '../messages.ts';
import { eachMessage, workOf } from './batch.ts';

const stores = storesOf(connect());

/**
 * Processes the documents that its messages name: it inspects bytes that arrived, and expires uploads that did not. A message
 * is a hint, sent when bytes arrive and when a document is scheduled. A late, repeated or false message changes nothing.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const owner = ownerOf((body as DocumentMessage).key);
    if (!owner) return logEvent('warn', 'unknown_object');
    const work = workOf('inspect-document', context, stores);
    await retryOnConflict(() => processDocument(owner, work));
  });

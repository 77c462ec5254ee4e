import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from '../../core/dynamodb/client.ts';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { eachMessage, workOf } from '../../core/jobs/batch.ts';
import { logEvent } from '../../core/logging.ts';
import { findScheduled, processUpload } from '../../identity/documents/inspect.ts';
import { ownerOf } from '../../identity/documents/object-key.ts';
import { expireDocument } from '../../identity/expire-document.ts';
import { expiryGracesFrom } from '../../identity/verifications/expiry.ts';
import { DocumentQueueMessage } from './message-schemas.ts';

const stores = storesOf(connect());
const graces = expiryGracesFrom(process.env.REVERIFY_AFTER_EXPIRY);

/**
 * Processes the documents that its messages name: it inspects bytes that arrived, expires uploads that did not, and follows the
 * dates of accepted documents. A message is a hint, sent when bytes arrive and when a document is scheduled. A late, repeated or false message changes nothing.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, DocumentQueueMessage, async ({ key }) => {
    const owner = ownerOf(key);
    if (!owner) return logEvent('warn', 'unknown_object');
    const work = workOf('inspect-document', context, stores);
    await retryOnConflict(async () => {
      const document = await findScheduled(owner, work);
      if (!document) return;
      const isUpload = document.status === 'awaiting_upload' || document.status === 'processing';
      await (isUpload
        ? processUpload(document, owner, work)
        : expireDocument(document, work, graces));
    });
  });

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DocumentNotice } from '../ports/document-storage/document-storage.ts';
import { ownerOf } from '../ports/document-storage/object-key.ts';
import { logger } from '../runtime/logger.ts';
import { connect } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { storesOf } from '../store/stores.ts';
import { eachMessage } from './batch.ts';
import { settleDocument } from './settle-document.ts';
import { workOf } from './work.ts';

const stores = storesOf(connect());

/**
 * Looks after the documents that its messages name: bytes that have come are inspected, an upload that nobody sent in time
 * expires. A message is a hint, sent when bytes come and when a document is due; late, twice or lying it changes nothing.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const owner = ownerOf((body as DocumentNotice).key);
    if (!owner) return logger.warn('an object that is no document');
    const work = workOf('inspect-document', context, stores);
    await decide(() => settleDocument(owner, work));
  });

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DocumentNotice } from '../ports/document-storage/document-storage.ts';
import { ownerOf } from '../ports/document-storage/object-key.ts';
import { connect, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { idsAt } from '../store/new-id.ts';
import { eachMessage } from './batch.ts';
import { logger } from './log.ts';
import { patienceOf } from './patience.ts';
import { settleDocument } from './settle-document.ts';

const connection = connect();
const db = database(connection);

/**
 * Looks after the documents that its messages name: bytes that have come are inspected, an upload that nobody sent in time
 * expires. A message is a hint, sent when bytes come and when a document is due; late, twice or lying it changes nothing.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const owner = ownerOf((body as DocumentNotice).key);
    if (!owner) return logger.warn('an object that is no document');
    const patience = patienceOf(context);
    const work = { connection, db, patience, requestId: context.awsRequestId };
    // One source of ids: the events of one message sort in the order in which they were told.
    const newId = idsAt(patience.now);
    await decide(() => settleDocument(owner, work, newId));
  });

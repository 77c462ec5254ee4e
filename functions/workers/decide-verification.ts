import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { EventNotice } from '../domain/events/event.ts';
import { connect, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { idsAt } from '../store/new-id.ts';
import { eachMessage } from './batch.ts';
import { patienceOf } from './patience.ts';
import { settleVerification } from './settle-verification.ts';

const connection = connect();
const db = database(connection);

/** As the bus tells of a submitted verification, and as the sweeper wakes one that is overdue. */
type Message = { readonly detail: Pick<EventNotice, 'tenant_id' | 'resource_id'> };

/**
 * Has the verifications decided that its messages name. A message is a hint: late, twice or lying it changes nothing, and a
 * lost one is made good when the verification is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const { tenant_id, resource_id } = (body as Message).detail;
    const patience = patienceOf(context);
    const work = { connection, db, patience, requestId: context.awsRequestId };
    const newId = idsAt(patience.now);
    await decide(() => settleVerification({ tenant_id, id: resource_id }, work, newId));
  });

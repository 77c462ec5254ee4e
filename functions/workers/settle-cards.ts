import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { CardWakeUp, EventNotice } from '../domain/events/event.ts';
import { issuerControl } from '../ports/card-issuer/issuer-control.ts';
import { connect, database } from '../store/database.ts';
import { findEvent } from '../store/events/list.ts';
import { eachMessage } from './batch.ts';
import { cardAlignment } from './card-alignment.ts';
import { runJob } from './run-job.ts';
import { voidIntent } from './void-intent.ts';
import { clock, workOf } from './work.ts';

const connection = connect();
const db = database(connection);
const issuer = issuerControl();
const { waitDivisor } = clock;

/** As the bus tells of what changes customers and their features, and as the sweeper wakes what is overdue. */
type Message = { readonly detail: Pick<EventNotice, 'tenant_id' | 'event_id'> } | CardWakeUp;

/**
 * Brings the cards of the customers that its messages name to what they may do now, and voids orders of cards that nobody
 * finished. A message is a hint: late, twice or lying it changes nothing, and a lost one is made good when the work is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const message = body as Message;
    const work = workOf('settle-cards', context, connection);
    if ('intent' in message) return voidIntent(message.intent, work, issuer, waitDivisor);
    if ('holding' in message) return runJob(cardAlignment(message.holding), work, waitDivisor);
    const { tenant_id, event_id } = message.detail;
    const found = await findEvent(db, tenant_id, event_id);
    const customer_id = found?.customer_id;
    if (customer_id) await runJob(cardAlignment({ tenant_id, customer_id }), work, waitDivisor);
  });

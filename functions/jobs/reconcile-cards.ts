import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { cancelAbandonedOrder } from '../cards/issue.ts';
import { cardReconciliation, updateIssuer } from '../cards/reconcile.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import type { CardMessage, EventNotice } from '../events/model.ts';
import { findEvent } from '../events/table.ts';
import { issuerControl } from '../issuers/chosen.ts';
import { eachMessage, workOf } from './batch.ts';
import { runJob } from './run-job.ts';

const stores = storesOf(connect());
const { db } = stores;
const issuer = issuerControl();
/** As the bus tells of what changes customers, their features and their cards, and as the sweeper wakes what is overdue. */
type Message = { readonly detail: Pick<EventNotice, 'tenant_id' | 'event_id'> & Partial<EventNotice> } | CardMessage;

/**
 * Brings the cards of the customers that its messages name to what they may do now, tells the issuer of cards that changed,
 * and voids orders of cards that nobody finished. A message is a hint: late, twice or lying it changes nothing, and a lost
 * one is made good when the work is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, async (body) => {
    const message = body as Message;
    const work = workOf('reconcile-cards', context, stores);
    if ('order' in message) return cancelAbandonedOrder(message.order, work, issuer);
    if ('holding' in message) return runJob(cardReconciliation(message.holding), work);
    if ('card' in message) return updateIssuer(message.card, work, issuer);
    const { tenant_id, event_id, type = '', resource_id: card_id = '' } = message.detail;
    if (type.startsWith('card.')) return updateIssuer({ tenant_id, card_id }, work, issuer);
    const found = await findEvent(db, tenant_id, event_id);
    const customer_id = found?.customer_id;
    if (customer_id) await runJob(cardReconciliation({ tenant_id, customer_id }), work);
  });

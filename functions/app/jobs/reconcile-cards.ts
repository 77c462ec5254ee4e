import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { eachMessage, workOf } from '../../core/jobs/batch.ts';
import { runJob } from '../../core/jobs/run-job.ts';
import type { CardMessage } from '../../core/messages.ts';
import { findEvent } from '../../core/outbox/table.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { deleteTokensOf, updateTokenAtIssuer } from '../../issuing/card-tokens/reconcile.ts';
import { cancelAbandonedOrder } from '../../issuing/cards/issue.ts';
import { cardReconciliation, takeStep } from '../../issuing/cards/reconcile.ts';
import { cardIssuer } from '../../issuing/issuers/chosen.ts';
import { CardsQueueMessage } from './message-schemas.ts';

const stores = storesOf(connect());
const { db } = stores;
const issuer = cardIssuer();

/**
 * Reconciles the cards of the customers that its messages name, and updates the issuer of cards and tokens that changed.
 * It also renews and closes cards whose time has come, and cancels abandoned orders of cards. A message is a hint: late,
 * twice or wrong it changes nothing, and a lost one is made good when the work is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, CardsQueueMessage, async (message) => {
    const work = workOf('reconcile-cards', context, stores);
    if ('kind' in message) return act(message, work);
    const { tenant_id, event_id, type, resource_id } = message.detail;
    if (type.startsWith('card.')) return stepOf({ tenant_id, card_id: resource_id }, work);
    if (type.startsWith('card_token.'))
      return updateTokenAtIssuer({ tenant_id, card_token_id: resource_id }, work, issuer);
    const found = await findEvent(db, tenant_id, event_id);
    const customer_id = found?.customer_id;
    if (customer_id) await runJob(cardReconciliation({ tenant_id, customer_id }), work);
  });

const stepOf = (of: Parameters<typeof takeStep>[0], work: Work): Promise<void> =>
  takeStep(of, work, issuer, deleteTokensOf);

const act = (message: CardMessage, work: Work): Promise<void> => {
  switch (message.kind) {
    case 'card_order':
      return cancelAbandonedOrder(message, work, issuer);
    case 'cards_of_customer':
      return runJob(cardReconciliation(message), work);
    case 'card':
      return stepOf(message, work);
    case 'card_token':
      return updateTokenAtIssuer(message, work, issuer);
  }
};

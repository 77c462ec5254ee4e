import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { s3DocumentEraser } from '../aws/s3.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { issuerTable, setting } from '../issuers/records.ts';
import { cardholderKey } from '../issuers/stripe/client.ts';
import { RedactionQueueMessage } from '../message-schemas.ts';
import { customerRedaction } from '../redactions/redact-customer.ts';
import { forgetCheck } from '../verifiers/chosen.ts';
import { eachMessage, workOf } from './batch.ts';
import { runJob } from './run-job.ts';

/**
 * Erases the holder of a card from the issuers' records: the name that the simulator stored, the data for Stripe and the hash
 * of the profile. The rows stay, because they make a card at most once.
 */
export const cardholderErasure = () => {
  const { update } = issuerTable((row) => row);
  return async (card: { readonly id: string; readonly customer_id: string }): Promise<void> => {
    for (const place of [card.id, cardholderKey(card.customer_id)]) await update(place, asForgotten);
  };
};

const asForgotten = setting(
  {},
  { removed: ['cardholder_name', 'parameters', 'profile', 'name_hash'], when: 'attribute_exists(pk)' },
);

const stores = storesOf(connect());
const outside = { forget: cardholderErasure(), forgetCheck, storage: s3DocumentEraser() };

/**
 * Removes everything personal that is known of the customers that its messages name. A message is a hint: late, twice or
 * lying it changes nothing, and a lost one is made good when the work is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, RedactionQueueMessage, (message) =>
    runJob(customerRedaction(message, outside), workOf('redact-personal-data', context, stores)),
  );

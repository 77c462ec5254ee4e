import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { s3DocumentEraser } from '../../core/aws/s3.ts';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { eachMessage, workOf } from '../../core/jobs/batch.ts';
import { runJob } from '../../core/jobs/run-job.ts';
import { forgetCheck } from '../../identity/verifiers/chosen.ts';
import { issuerTable, setting } from '../../issuing/issuers/records.ts';
import { cardholderKey } from '../../issuing/issuers/stripe/client.ts';
import { customerRedaction } from '../redactions/redact-customer.ts';
import { RedactionQueueMessage } from './message-schemas.ts';

/**
 * Erases the holder of a card from the issuers' records: the name that the simulator stored, the data for Stripe and the hash
 * of the profile. The rows stay, because they make a card at most once.
 */
export const cardholderErasure = () => {
  const { update } = issuerTable((row) => row);
  return async (card: { readonly id: string; readonly customer_id: string }): Promise<void> => {
    for (const place of [card.id, cardholderKey(card.customer_id)])
      await update(place, asForgotten);
  };
};

const asForgotten = setting(
  {},
  {
    removed: ['cardholder_name', 'parameters', 'profile', 'name_hash'],
    when: 'attribute_exists(pk)',
  },
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

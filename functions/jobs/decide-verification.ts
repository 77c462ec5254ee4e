import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { s3DocumentReader } from '../aws/s3.ts';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { VerificationQueueMessage } from '../message-schemas.ts';
import { chosenScreener } from '../screeners/chosen.ts';
import { screenAgain } from '../screenings/requests.ts';
import { screenCustomer } from '../screenings/screen.ts';
import type { Decider } from '../verifications/checking.ts';
import { decideSubmission } from '../verifications/decide.ts';
import { chosenVerifier, forgetCheck } from '../verifiers/chosen.ts';
import { durations, eachMessage, workOf } from './batch.ts';

const stores = storesOf(connect());
const screener = chosenScreener();
const screen: Decider['screen'] = screener && ((customer, work) => screenCustomer(customer, screener, work));
const [verifier, { read }] = [chosenVerifier(), s3DocumentReader()];
const decider: Decider = { verifier, read, durations, screen, forget: forgetCheck };

/**
 * Has the verifications decided that its messages name, and screens again whose name has changed. A message is a hint: late, twice or lying it changes nothing, and a
 * lost one is made good when the verification is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, VerificationQueueMessage, async (message) => {
    const work = workOf('decide-verification', context, stores);
    if ('kind' in message && message.kind === 'screening') return screenAgain(message, screener, work);
    const { tenant_id, id } =
      'detail' in message
        ? { tenant_id: message.detail.tenant_id, id: message.detail.resource_id }
        : { tenant_id: message.tenant_id, id: message.verification_id };
    await decideSubmission({ tenant_id, id }, work, decider);
  });

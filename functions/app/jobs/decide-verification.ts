import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { s3DocumentReader } from '../../core/aws/s3.ts';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { durations, eachMessage, workOf } from '../../core/jobs/batch.ts';
import { chosenScreener } from '../../identity/screeners/chosen.ts';
import { screenAgain } from '../../identity/screenings/requests.ts';
import { screenCustomer } from '../../identity/screenings/screen.ts';
import type { Decider } from '../../identity/verifications/checking.ts';
import { decideSubmission } from '../../identity/verifications/decide.ts';
import { chosenVerifier, forgetCheck } from '../../identity/verifiers/chosen.ts';
import { VerificationQueueMessage } from './message-schemas.ts';

const stores = storesOf(connect());
const screener = chosenScreener();
const screen: Decider['screen'] =
  screener && ((customer, work) => screenCustomer(customer, screener, work));
const [verifier, { read }] = [chosenVerifier(), s3DocumentReader()];
const decider: Decider = { verifier, read, durations, screen, forget: forgetCheck };

/**
 * Has the verifications decided that its messages name, and screens again whose name has changed. A message is a hint: late, twice or lying it changes nothing, and a
 * lost one is made good when the verification is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, VerificationQueueMessage, async (message) => {
    const work = workOf('decide-verification', context, stores);
    if ('kind' in message && message.kind === 'screening')
      return screenAgain(message, screener, work);
    const { tenant_id, id } =
      'detail' in message
        ? { tenant_id: message.detail.tenant_id, id: message.detail.resource_id }
        : { tenant_id: message.tenant_id, id: message.verification_id };
    await decideSubmission({ tenant_id, id }, work, decider);
  });

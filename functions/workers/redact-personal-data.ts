import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { RedactionWakeUp } from '../domain/events/event.ts';
import { cardholderForgetting } from '../ports/card-issuer/forgetting.ts';
import { s3DocumentEraser } from '../ports/document-storage/s3-document-eraser.ts';
import { connect } from '../store/database.ts';
import { storesOf } from '../store/stores.ts';
import { eachMessage } from './batch.ts';
import { customerRedaction } from './customer-redaction.ts';
import { runJob } from './run-job.ts';
import { clock, workOf } from './work.ts';

const stores = storesOf(connect());
const outside = { forget: cardholderForgetting(), storage: s3DocumentEraser() };

/**
 * Removes everything personal that is known of the customers that its messages name. A message is a hint: late, twice or
 * lying it changes nothing, and a lost one is made good when the work is due.
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  eachMessage(event, (body) =>
    runJob(
      customerRedaction(body as RedactionWakeUp, outside),
      workOf('redact-personal-data', context, stores),
      clock.waitDivisor,
    ),
  );

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { secretsManager } from '../../core/aws/secrets.ts';
import { sqsWorkQueue } from '../../core/aws/sqs.ts';
import { headerOf } from '../../core/http/caller.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import { isSigned, verificationOfEvent } from '../../identity/verifiers/onfido/events.ts';
import { bytesOf, eventTooLarge, rejectedEvent, sendAgain } from './received.ts';

const secrets = secretsManager();
const queue = sqsWorkQueue(process.env.IDENTITY_QUEUE_URL);

/**
 * Receives Onfido's events of checks. Each is a hint: the verification that it names is looked at
 * now instead of later, so that an event that is late, twice or lost changes nothing. An event
 * about anything that is not ours is ignored.
 */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const body = bytesOf(event);
  if (!body) return eventTooLarge;
  try {
    const signature = headerOf(event, 'x-sha2-signature') ?? '';
    if (!(await isSigned({ body, signature }, secrets, process.env.ONFIDO_WEBHOOK_SECRET ?? '')))
      return rejectedEvent(
        401,
        'X-SHA2-Signature must be that of these bytes, by the token of this webhook.',
      );
    const message = await verificationOfEvent(body);
    if (message) await queue.send([{ message }]);
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"received":true}',
    };
  } catch (error) {
    logEvent('error', 'onfido_event_failed', {
      request_id: event.requestContext.requestId,
      error: serializeError(error),
    });
    return sendAgain;
  }
};

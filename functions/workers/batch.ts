import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { described } from '../domain/described.ts';
import { logger } from '../runtime/logger.ts';

/**
 * Works on every message of a batch at once and reports those that failed by our own fault, so that only they come again.
 * What is no fault of ours, such as an endpoint that refuses, is an outcome and never throws.
 */
export const eachMessage = async (
  event: SQSEvent,
  work: (body: unknown) => Promise<void>,
): Promise<SQSBatchResponse> => {
  underWay += event.Records.length;
  const ended = () => {
    underWay -= 1;
  };
  const outcomes = await Promise.allSettled(
    event.Records.map(({ body }) => Promise.try(() => work(JSON.parse(body))).finally(ended)),
  );
  const failed = event.Records.filter((record, position) => isFailed(outcomes[position], record));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};

let underWay = 0;

/** How many messages this process is working on. */
export const messagesUnderWay = (): number => underWay;

const isFailed = (outcome: PromiseSettledResult<void> | undefined, { messageId }: SQSRecord): boolean => {
  if (outcome?.status !== 'rejected') return false;
  logger.error('message failed', { message_id: messageId, error: described(outcome.reason) });
  return true;
};

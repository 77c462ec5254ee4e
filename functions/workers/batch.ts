import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { described } from '../domain/described.ts';
import { logger } from '../runtime/logger.ts';

/**
 * Works on every message of a batch at once and reports those that failed by our own fault, so that only they come again.
 * What is no fault of ours, such as an endpoint that refuses, is an outcome and never throws.
 */
export const eachMessage = (event: SQSEvent, work: Worked): Promise<SQSBatchResponse> =>
  eachTogether(event, () => work);

type Worked = (body: unknown) => Promise<void>;

/** The same where messages share what they ask: `begin` gets to know how many are under way, for `gathering`. */
export const eachTogether = async (
  event: SQSEvent,
  begin: (underWay: () => number) => Worked,
): Promise<SQSBatchResponse> => {
  let underWay = event.Records.length;
  const work = begin(() => underWay);
  const ended = () => {
    underWay -= 1;
  };
  const outcomes = await Promise.allSettled(
    event.Records.map(({ body }) => Promise.try(() => work(JSON.parse(body))).finally(ended)),
  );
  const failed = event.Records.filter((record, position) => isFailed(outcomes[position], record));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};

const isFailed = (outcome: PromiseSettledResult<void> | undefined, { messageId }: SQSRecord): boolean => {
  if (outcome?.status !== 'rejected') return false;
  logger.error('message failed', { message_id: messageId, error: described(outcome.reason) });
  return true;
};

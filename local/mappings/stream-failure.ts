import { randomUUID } from 'node:crypto';
import type { Outcome } from '../functions/outcome.ts';
import type { StreamMapping } from './settings.ts';
import type { Entry } from './stream-batch.ts';

/** Why records were given up. */
export type Failure = {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly attempts: number;
  readonly outcome?: Outcome | undefined;
};

/** Tells the mapping's destination which records were given up; as on AWS it learns their numbers, not what they hold. */
export const giveUp = (mapping: StreamMapping, entries: readonly Entry[], failure: Failure): void => {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!mapping.onFailure || !first || !last) return;
  const { condition, attempts, outcome } = failure;
  const message = {
    requestContext: {
      requestId: outcome?.requestId ?? randomUUID(),
      functionArn: `${mapping.of.arn}:$LATEST`,
      condition,
      approximateInvokeCount: attempts,
    },
    ...(outcome && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(outcome.functionError && { functionError: outcome.functionError }),
      },
    }),
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: first.position.shard,
      startSequenceNumber: first.sequence,
      endSequenceNumber: last.sequence,
      approximateArrivalOfFirstRecord: new Date(first.created_ms).toISOString(),
      approximateArrivalOfLastRecord: new Date(last.created_ms).toISOString(),
      batchSize: entries.length,
      streamArn: mapping.streamArn,
    },
  };
  mapping.onFailure.send(JSON.stringify(message));
};

import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import { count } from '../counters/count.ts';
import { connect } from '../dynamodb/client.ts';
import { deadlineOf, systemClock } from '../time.ts';

/** An event of a mapping with a tumbling window; the last of a window has no records. */
type WindowedEvent = DynamoDBStreamEvent & { readonly shardId: string; readonly eventSourceARN: string };

const connection = connect();
const clock = systemClock();

/** Left at the end of an invocation for its answer. */
const reserve_ms = 1_000;

/** Counts what changed. Lambda says the shard only with a window, whose state is not needed: counters know what they counted. */
export const handler = async ({ Records, shardId, eventSourceARN }: WindowedEvent, context: Context) => {
  await count(connection, Records, `${eventSourceARN} ${shardId}`, deadlineOf(context, clock, reserve_ms));
  return { state: {}, batchItemFailures: [] };
};

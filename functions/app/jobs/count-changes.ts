import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { beginComparison } from '../../core/counters/comparison-table.ts';
import { connect } from '../../core/dynamodb/client.ts';
import { clock, durations } from '../../core/jobs/batch.ts';
import { deadlineOf } from '../../core/time.ts';
import { count } from '../counters/count.ts';

/** An event of a mapping with a tumbling window; the last of a window has no records. */
type WindowedEvent = DynamoDBStreamEvent & {
  readonly shardId: string;
  readonly eventSourceARN: string;
};

const connection = connect();

/** Left at the end of an invocation for its answer. */
const reserve_ms = 1_000;

/** The businesses whose comparison has started, as this process knows; so many at most. */
const started = new Set<string>();
const started_max = 10_000;

/** Counts what changed. Lambda says the shard only with a window, whose state is not needed: counters know what they counted. */
export const handler = async (
  { Records, shardId, eventSourceARN }: WindowedEvent,
  context: Context,
) => {
  const deadline = deadlineOf(context, clock, reserve_ms);
  if (started.size >= started_max) started.clear();
  const at = new Date(deadline.now.getTime() + durations.comparison_retry_ms);
  const unknown = new Set(Records.map(tenantOf)).difference(started);
  // Before anything is counted: it counts what was stored before.
  await Promise.all(
    [...unknown].map((tenant) => beginComparison(connection, tenant, at, deadline)),
  );
  for (const tenant of unknown) started.add(tenant);
  await count(connection, Records, `${eventSourceARN} ${shardId}`, deadline);
  return { state: {}, batchItemFailures: [] };
};

const tenantOf = ({ dynamodb }: DynamoDBRecord): string =>
  String(dynamodb?.Keys?.pk?.S?.split('/')[0]);

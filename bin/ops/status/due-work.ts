import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { deadLetterShard } from '../../../functions/core/dynamodb/keys.ts';
import {
  afterGroup,
  afterNotified,
  positionOf,
  type ScheduleShard,
  scheduleShards,
} from '../../../functions/core/dynamodb/scheduled-work.ts';
import { type EnvironmentName, physicalName } from '../../../lib/environments.ts';

/** Scheduled work of an environment. */
export type DueWork = {
  /** The time of the oldest work that no sweep has notified yet; undefined: there is none. */
  readonly oldest: string | undefined;
  /** The business and kind of that work. */
  readonly group: string | undefined;
  /** Events that are published no more. */
  readonly deadLettered: number;
};

/** Businesses and kinds that are read in a shard: an answer must come within seconds. */
const groups_max = 40;

/** Reads the first work of each business and kind, in every shard of the index. */
export const dueWork = async (
  client: DynamoDBClient,
  environment: EnvironmentName,
  shards: number,
): Promise<DueWork> => {
  const found = await Promise.all(
    scheduleShards(shards).map((shard) => oldestOf({ client, environment, shard })),
  );
  const [first] = found
    .flatMap((one) => one ?? [])
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: physicalName(environment, 'outbox'),
      IndexName: 'due',
      Select: 'COUNT',
      KeyConditionExpression: 'schedule_shard = :shard',
      ExpressionAttributeValues: { ':shard': { S: deadLetterShard } },
    }),
  );
  return { oldest: first?.at, group: first?.group, deadLettered: Count };
};

type Index = {
  readonly client: DynamoDBClient;
  readonly environment: EnvironmentName;
  readonly shard: ScheduleShard;
};
type Position = { readonly at: string; readonly group: string };

const oldestOf = async (index: Index): Promise<Position | undefined> => {
  let oldest: Position | undefined;
  let from = '';
  for (let read = 0; read < groups_max; read += 1) {
    const next = await firstAfter(index, from);
    if (next === undefined) break;
    const { group, notified, at } = positionOf(next);
    // Notified work sorts before the other work of its group.
    from = notified ? afterNotified(group) : afterGroup(group);
    if (!notified && (oldest === undefined || at < oldest.at)) oldest = { at, group };
  }
  return oldest;
};

const firstAfter = async (
  { client, environment, shard }: Index,
  from: string,
): Promise<string | undefined> => {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: physicalName(environment, shard.table),
      IndexName: 'due',
      Limit: 1,
      KeyConditionExpression: `schedule_shard = :shard${from ? ' AND scheduled_at > :from' : ''}`,
      ExpressionAttributeValues: {
        ':shard': { S: shard.shard },
        ...(from && { ':from': { S: from } }),
      },
    }),
  );
  return Items?.[0]?.scheduled_at?.S;
};

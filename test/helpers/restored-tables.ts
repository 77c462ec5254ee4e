import {
  BatchWriteItemCommand,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import type { TableName } from '../../functions/core/dynamodb/keys.ts';
import { chunksOf } from '../../functions/core/json.ts';
import { physicalName } from '../../lib/environments.ts';
import { until } from '../../local/test/helpers/until.ts';

/**
 * DynamoDB restores a table into another one with its items, keys and indexes, and without its
 * stream.
 */
export const restoredAs = async (
  dynamodb: DynamoDBClient,
  table: TableName,
  suffix: string,
): Promise<void> => {
  const TableName = physicalName('sandbox', table);
  const { Table = {} } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes = [] } = Table;
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  const restored = `${TableName}${suffix}`;
  const shape = {
    TableName: restored,
    AttributeDefinitions,
    KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
  };
  const made = { ...shape, ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }) };
  await dynamodb.send(new CreateTableCommand(made as CreateTableCommandInput));
  await until(async () => {
    const { Table: now } = await dynamodb.send(new DescribeTableCommand({ TableName: restored }));
    return now?.TableStatus === 'ACTIVE';
  });
  for await (const { Items = [] } of paginateScan(
    { client: dynamodb },
    { TableName, ConsistentRead: true },
  ))
    for (const items of chunksOf(Items, 25)) {
      const requests = items.map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteItemCommand({ RequestItems: { [restored]: requests } }));
    }
};

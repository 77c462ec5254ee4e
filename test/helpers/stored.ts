import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateQuery, paginateScan, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../functions/dynamodb/keys.ts';
import { type EnvironmentName, physicalName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import type { Any } from './printed-document.ts';

/** What lies in the tables of an environment, for the operator's eyes and hands. */
export type Stored = {
  /** Every item of a table, or those of one business. */
  items(table: TableName, tenant?: string): Promise<Any[]>;
  /** The items of one partition. */
  partition(table: TableName, pk: string): Promise<Any[]>;
  /** Whether every event has been fanned out. */
  isDispatched(): Promise<boolean>;
  /** Overwrites attributes of one item, as time or another's hand would have. */
  set(table: TableName, item: Any, values: Readonly<Record<string, unknown>>): Promise<void>;
  /** What is kept of an API key. */
  key(secret: string): Promise<Any>;
};

/** Looks past the API into the tables of a running service. */
export const storedIn = (local: Local, environment: EnvironmentName = 'sandbox'): Stored => {
  const { endpoint, operator } = local;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials: operator }));
  const items = async (table: TableName, tenant?: string): Promise<Any[]> => {
    const filter = tenant && {
      FilterExpression: 'begins_with(pk, :tenant) OR tenant_id = :tenant',
      ExpressionAttributeValues: { ':tenant': tenant },
    };
    const found: Any[] = [];
    const input = { TableName: physicalName(environment, table), ConsistentRead: true, ...filter };
    for await (const { Items = [] } of paginateScan({ client }, input)) found.push(...Items);
    return found;
  };
  const partition = async (table: TableName, pk: string): Promise<Any[]> => {
    const found: Any[] = [];
    const input = {
      TableName: physicalName(environment, table),
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    };
    for await (const { Items = [] } of paginateQuery({ client }, input)) found.push(...Items);
    return found;
  };
  return {
    items,
    partition,
    isDispatched: async () => {
      const input = { TableName: physicalName(environment, 'outbox'), IndexName: 'due', Limit: 1 };
      return (await client.send(new ScanCommand(input))).Count === 0;
    },
    set: async (table, { pk, sk }, values) => {
      const named = Object.entries(values);
      await client.send(
        new UpdateCommand({
          TableName: physicalName(environment, table),
          Key: sk === undefined ? { pk } : { pk, sk },
          UpdateExpression: `SET ${named.map((_, i) => `#n${i} = :v${i}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(named.map(([name], i) => [`#n${i}`, name])),
          ExpressionAttributeValues: Object.fromEntries(named.map(([, value], i) => [`:v${i}`, value])),
        }),
      );
    },
    key: async (secret) => {
      const pk = createHash('sha256').update(secret).digest('hex');
      return (await partition('access', pk))[0];
    },
  };
};

const region = 'eu-west-1';

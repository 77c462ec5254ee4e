import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { authorizerClientSettings } from '../../runtime/client-settings.ts';
import { keys } from '../table.ts';
import { hashOf } from './secret-key.ts';

/** What the authorizer knows of a key. */
export type KnownKey = {
  readonly id: string;
  readonly kind: string;
  readonly tenant_id: string;
  readonly account_id: string;
  readonly account_status: string;
  readonly environment: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_on: string | null;
  /** Of a restricted key: what it may do and where from, each a list of words with spaces between them. */
  readonly scopes?: string | null;
  readonly allowed_ips?: string | null;
  /** Absent: the business was registered before there were plans. */
  readonly plan?: string | null;
};

/** Looks keys up for the authorizer, with the bare client: this bundle stands before every call. */
export const openAccess = () => {
  const TableName = process.env.ACCESS_TABLE;
  const client = new DynamoDBClient(authorizerClientSettings);
  return {
    /** The key's entry, read consistently: a key works from the moment it was shown. */
    find: async (key: string): Promise<KnownKey | undefined> => {
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
      if (!Item) return undefined;
      return Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, value.S ?? null])) as KnownKey;
    },
    /** Notes the day of use (`YYYY-MM-DD`). */
    recordUse: async (key: string, day: string): Promise<void> => {
      await client.send(
        new UpdateItemCommand({
          TableName,
          Key: keyOf(key),
          UpdateExpression: 'SET last_used_on = :day',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':day': { S: day } },
        }),
      );
    },
  };
};

const keyOf = (key: string) => ({ pk: { S: keys.apiKey(hashOf(key)).pk } });

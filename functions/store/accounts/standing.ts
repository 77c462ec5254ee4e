import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { authorizerClientSettings } from '../../runtime/client-settings.ts';
import { keys } from '../table.ts';

/** Where a business stands in this environment, as far as a door must know. */
export type AccountStanding = { readonly account_id: string; readonly account_status: string };

/** Looks businesses up for the dashboard's authorizer, with the bare client: this bundle stands before every call. */
export const openStandings = () => {
  const TableName = process.env.RESOURCES_TABLE;
  const client = new DynamoDBClient(authorizerClientSettings);
  return {
    /** Read consistently; undefined where the business is not registered in this environment. */
    find: async (tenant: string): Promise<AccountStanding | undefined> => {
      const { pk, sk = '' } = keys.tenant(tenant);
      const Key = { pk: { S: pk }, sk: { S: sk } };
      const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
      const [account_id, account_status] = [Item?.account_id?.S, Item?.account_status?.S];
      return account_id && account_status ? { account_id, account_status } : undefined;
    },
  };
};

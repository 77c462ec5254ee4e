import { type AttributeValue, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type Member, roleOf } from '../../domain/operators/membership.ts';
import { isRole, type Role } from '../../domain/role.ts';
import { authorizerClientSettings } from '../../runtime/client-settings.ts';
import { type ItemKey, keys } from '../table.ts';

/** Where a business stands in this environment, as far as a door must know. */
export type AccountStanding = { readonly account_id: string; readonly account_status: string };

/** Looks people and their businesses up for the dashboard's authorizer, with the bare client: this bundle stands before every call. */
export const openStandings = () => {
  const TableName = process.env.RESOURCES_TABLE;
  const client = new DynamoDBClient(authorizerClientSettings);
  const read = async ({ pk, sk = '' }: ItemKey) => {
    const Key = { pk: { S: pk }, sk: { S: sk } };
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  };
  return {
    /** Read consistently; undefined where the business is not registered in this environment. */
    find: async (tenant: string): Promise<AccountStanding | undefined> => {
      const item = await read(keys.tenant(tenant));
      const [account_id, account_status] = [item?.account_id?.S, item?.account_status?.S];
      return account_id && account_status ? { account_id, account_status } : undefined;
    },
    /** The role that the team of their business gives a person now, read consistently; undefined where it has them no more. */
    roleOf: async (who: Parameters<typeof roleOf>[1] & { readonly tenant_id: string }): Promise<Role | undefined> =>
      roleOf(membersIn(await read(keys.team(who.tenant_id))), who),
  };
};

const membersIn = (item: Record<string, AttributeValue> | undefined): Member[] | undefined =>
  item?.operators?.L?.flatMap(({ M: { id, email, role, leaving } = {} }) =>
    isRole(role?.S)
      ? [{ id: id?.S ?? null, email: email?.S ?? '', role: role.S, leaving: leaving?.BOOL === true }]
      : [],
  );

import { type AttributeValue, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isRole, type Role } from '../../core/access.ts';
import { authorizerClientSettings } from '../../core/client-settings.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import { type ItemKey, resourceKey, tenantKey } from '../../core/dynamodb/keys.ts';
import { type Page, type PageRequest, pageOf } from '../../core/dynamodb/list.ts';
import { openDynamoDb } from '../../core/dynamodb/open.ts';
import {
  absent,
  eachOf,
  nested,
  optional,
  reading,
  required,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { asRead, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { type Member, noTeam, type Operator, placeIn, roleOf, type Team } from './model.ts';

/** Who may sign in for this business? In live alone: the people of both environments are the same. */
const teamKey = (tenant: string) => resourceKey(`${tenant}/team`, 'team');

/** Everybody who may sign in for a business. */
export const readTeam = async (db: Database, tenant: string): Promise<Team> => {
  const item = await db.get(teamKey(tenant));
  return item ? readStoredTeam(item) : noTeam(tenant);
};

const operator = storedForm<Operator>({
  email: required,
  role: required,
  created_at: required,
  updated_at: required,
  version: required,
  invited_at: required,
  id: absent(null),
  next_role: absent(null),
  leaving: absent(false),
  signed_in_on: optional,
});

/** How a team is stored. */
const teamForm = storedForm<Team>({
  tenant_id: required,
  version: required,
  operators: eachOf(operator),
  invitations: nested(
    storedForm<NonNullable<Team['invitations']>>({ day: required, started: required }),
    optional,
  ),
});

export const readStoredTeam = reading('resources', 'team', teamForm, 'tenant_id');

/**
 * One page of a team, newest first. The ids that the directory gives people have no order, so their
 * moment comes before their id.
 */
export const pageOfOperators = (
  { operators }: Team,
  wanted: PageRequest,
): Page<Operator & { readonly id: string }> =>
  pageOf(
    operators.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }])),
    wanted,
    ({ created_at, id }) => `${created_at}/${id}`,
  );

/** The writes that put a team over the one that was read; none where nothing changed. */
export const saveTeam = (team: Team, read: Team): Write[] => {
  if (team === read) return [];
  const item = { ...team, version: read.version + 1 };
  const when = read.version === 0 ? isNew : asRead(read.version);
  return [{ kind: 'put', key: teamKey(team.tenant_id), item, when }];
};

/** The members of a business's account in this environment that an authorizer needs. */
export type TenantAccount = {
  readonly account_id: string;
  readonly account_status: string;
  readonly write_shards?: string;
};

/** The person of a token, and the day on which they signed in. */
type TokenHolder = Parameters<typeof roleOf>[1] & {
  readonly tenant_id: string;
  readonly signed_in_on: string | null;
};

/** Looks people and their businesses up for the dashboard's authorizer, with the bare client: every call starts with this bundle. */
export const openTeams = () => {
  const TableName = process.env.RESOURCES_TABLE;
  const client = openDynamoDb(authorizerClientSettings);
  const read = async ({ pk, sk = '' }: ItemKey) => {
    const Key = { pk: { S: pk }, sk: { S: sk } };
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  };
  // A change of the team at the same time can undo this: then the next call, a minute later, records it again.
  const recordSignIn = async (team: readonly Member[], who: TokenHolder): Promise<void> => {
    const [place, { signed_in_on: day }] = [placeIn(team, who), who];
    const member = team[place];
    if (!member || day === null || (member.signed_in_on ?? '') >= day) return;
    const { pk, sk = '' } = teamKey(who.tenant_id);
    const one = `#operators[${place}]`;
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: { S: pk }, sk: { S: sk } },
        UpdateExpression: `SET ${one}.signed_in_on = :day`,
        ConditionExpression: `${one}.email = :email`,
        ExpressionAttributeNames: { '#operators': 'operators' },
        ExpressionAttributeValues: { ':day': { S: day }, ':email': { S: member.email } },
      }),
    );
  };
  return {
    /** Read consistently; undefined where the business is not registered in this environment. */
    find: async (tenant: string): Promise<TenantAccount | undefined> => {
      const item = await read(tenantKey(tenant));
      const [account_id, account_status] = [item?.account_id?.S, item?.account_status?.S];
      const write_shards = item?.write_shards?.S;
      return account_id && account_status
        ? { account_id, account_status, ...(write_shards && { write_shards }) }
        : undefined;
    },
    /**
     * The role that the team of their business gives a person now, read consistently; undefined where it has them no more.
     * Once a day it records that they signed in.
     */
    roleOf: async (who: TokenHolder): Promise<Role | undefined> => {
      const team = membersIn(await read(teamKey(who.tenant_id)));
      const role = roleOf(team, who);
      // That it failed must not keep the person out.
      if (team && role) await recordSignIn(team, who).catch(logged);
      return role;
    },
  };
};

const membersIn = (item: Record<string, AttributeValue> | undefined): Member[] | undefined =>
  item?.operators?.L?.flatMap(({ M: { id, email, role, leaving, signed_in_on } = {} }) =>
    isRole(role?.S)
      ? [
          {
            id: id?.S ?? null,
            email: email?.S ?? '',
            role: role.S,
            leaving: leaving?.BOOL === true,
            ...(signed_in_on?.S && { signed_in_on: signed_in_on.S }),
          },
        ]
      : [],
  );

const logged = (error: unknown) =>
  console.warn(
    JSON.stringify({
      event: 'sign_in_unrecorded',
      error: error instanceof Error ? error.name : 'unknown',
    }),
  );

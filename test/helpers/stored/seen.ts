import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { type TableName, tables } from '../../../functions/core/dynamodb/keys.ts';
import { type EnvironmentName, environments, physicalName } from '../../../lib/environments.ts';
import type { Local } from '../../../local/start.ts';
import { itemOf } from '../document-commands.ts';
import type { Any } from '../printed-document.ts';
import { type StoredKind, storedKindOf, storedKinds } from './kinds.ts';

/** An item in DynamoDB's JSON, its bytes in base64. */
export type DynamoJson = Readonly<Record<string, Any>>;

/** The item as DynamoDB's client has it. */
export const fromDynamoJson = (item: DynamoJson): Any => itemOf(item);

/** Every item that was seen, the newest of each key, and one of each state of each kind. */
export type Seen = {
  readonly byKey: Map<string, Sighting>;
  /** The state of a kind, such as `customer individual active`, → the fullest item of it. */
  readonly byState: Map<string, Sighting>;
  /** Keys of items of no kind that is known. */
  readonly unknown: Set<string>;
};

export type Sighting = {
  readonly kind: StoredKind;
  readonly state: string;
  readonly item: DynamoJson;
};

export const nothingSeen = (): Seen => ({
  byKey: new Map(),
  byState: new Map(),
  unknown: new Set(),
});

/** The fuller one of two items in one state is kept, unless it is one that a test has filled up. */
const bytes_max = 4_096;

const see = (seen: Seen, table: TableName, item: DynamoJson): void => {
  const plain = fromDynamoJson(item);
  const kind = storedKindOf(table, plain) as StoredKind;
  if (!Object.hasOwn(storedKinds, kind)) {
    seen.unknown.add(`${table} ${kind}`);
    return;
  }
  const state = storedKinds[kind].stateOf(plain).map(String).join(' ');
  // A test has set an attribute where nothing was stored.
  if (state.includes('undefined')) return;
  const sighting = { kind, state, item };
  seen.byKey.set(`${table} ${plain.pk} ${plain.sk ?? ''}`, sighting);
  const known = seen.byState.get(`${kind} ${state}`);
  if (!known || worthOf(item) > worthOf(known.item)) seen.byState.set(`${kind} ${state}`, sighting);
};

/** An item with more attributes that are not null shows more. */
const worthOf = (item: DynamoJson): number => {
  const text = JSON.stringify(item);
  return text.length > bytes_max
    ? 0
    : text.split(/"(?:S|N|B|BOOL)":/).length - text.split('"NULL":').length;
};

/** Sees every item that a function puts from here on, at the moment of the call. */
export const watchPuts = (local: Local, seen: Seen): void => {
  const names = new Map(environmentNames.flatMap((environment) => tablesIn(environment)));
  // A condition of a fault that never comes about is asked about every call.
  local.faults.add({
    service: 'dynamodb',
    operation: /^(PutItem|TransactWriteItems)$/,
    effect: 'unavailable',
    when: ({ body }) => {
      const { TransactItems = [], ...single } = JSON.parse(String(body));
      const puts = [...TransactItems.map(({ Put }: Any) => Put), single].filter((put) => put?.Item);
      for (const { TableName, Item } of puts) {
        const table = names.get(TableName);
        if (table) see(seen, table, Item);
      }
      return false;
    },
  });
};

/** Sees every item of every table, or those of one business. */
export const scanned = async (local: Local, seen: Seen, tenant?: string): Promise<void> => {
  for (const environment of environmentNames) {
    const { region } = environments[environment];
    const client = new DynamoDBClient({
      endpoint: local.endpoint,
      region,
      credentials: local.operator,
    });
    for (const [TableName, table] of tablesIn(environment)) {
      const filter = tenant && {
        FilterExpression: 'begins_with(pk, :tenant) OR tenant_id = :tenant',
        ExpressionAttributeValues: { ':tenant': { S: tenant } },
      };
      for await (const { Items = [] } of paginateScan(
        { client },
        { TableName, ConsistentRead: true, ...filter },
      ))
        for (const item of Items) see(seen, table, asJson(item));
    }
    client.destroy();
  }
};

const environmentNames = Object.keys(environments) as EnvironmentName[];

const tablesIn = (environment: EnvironmentName) =>
  (Object.keys(tables) as TableName[]).map(
    (table) => [physicalName(environment, table), table] as const,
  );

const asJson = (item: Record<string, AttributeValue>): DynamoJson =>
  JSON.parse(
    JSON.stringify(item, (_, value) =>
      isBytes(value) ? Buffer.from(Object.values(value)).toString('base64') : value,
    ),
  );

const isBytes = (value: unknown): value is Record<string, number> => value instanceof Uint8Array;

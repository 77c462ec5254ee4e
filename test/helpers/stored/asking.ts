import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { handlerFile } from '../../../functions/app/areas.ts';
import { everyRoute } from '../../../functions/app/routes.ts';
import { tableName } from '../../../functions/core/dynamodb/client.ts';
import { chunksOf } from '../../../functions/core/json.ts';
import { sdkVariables } from '../../../local/test/helpers/data-plane.ts';
import { reach } from '../../world/transport.ts';
import { anEvent, invoke } from '../api-event.ts';
import { anAccount } from '../fixtures/accounts.ts';
import type { Any } from '../printed-document.ts';
import { startStores } from '../store-machine.ts';
import { itemOf } from '../test-database.ts';
import { type StoredItem, storedItems } from './fixtures.ts';
import { type StoredKind, storedKinds } from './kinds.ts';

/** A DynamoDB for what releases stored; the handlers of routes use it. */
export const stores = await startStores();
reach(stores.plane.calls);
Object.assign(process.env, {
  ...sdkVariables(stores.plane.endpoint),
  ENVIRONMENT: 'sandbox',
  SCREENING: '{"by":"none"}',
});

const routeOf = (id: string) =>
  everyRoute.find((route) => route.id === id) ?? assert.fail(`no route ${id}`);

/** Calls a route about an item: its own id, or that of its customer, is the first parameter of the path. */
export const call = async (
  id: string,
  item: Any,
  more: { query?: [string, string][]; body?: object | undefined } = {},
) => {
  const route = routeOf(id);
  const { handler } = await import(`../../../${handlerFile(id)}`);
  const tenant_id = String(item.pk).split('/')[0] ?? '';
  const [, name = 'none'] = /\{(\w+)\}/.exec(route.path) ?? [];
  const account_id = (await accountOf(tenant_id)).sk;
  const event = anEvent(route, {
    params: { [name]: name === 'customer_id' ? customerOf(item) : idOf(item) },
    query: more.query ?? [],
    body: more.body ? JSON.stringify(more.body) : null,
    headers: [
      ['content-type', 'application/json'],
      ...(route.method === 'GET' ? [] : [['idempotency-key', randomUUID()] as const]),
    ],
    authorizer: { tenant_id, account_id },
  });
  const { status, json } = await invoke(handler, event);
  return { status, json };
};

/** The id of the resource in an item. */
export const idOf = ({ data, id, event_id, sk }: Any): string => data?.id ?? id ?? event_id ?? sk;

const customerOf = (item: Any): string => item.data?.customer_id ?? item.customer_id ?? item.sk;

/** Stores an item as it is. */
export const put = async (kind: StoredKind, item: Any): Promise<void> => {
  const TableName = tableName(storedKinds[kind].table);
  await stores.connection.client.send(new PutCommand({ TableName, Item: item }));
};

const tenantOf = ({ item }: StoredItem) => String(item.pk).split('/')[0] ?? '';
const byTenant = Map.groupBy(storedItems, tenantOf);
const placed = new Map<string, Promise<void>>();

/** Puts all that a release stored of a business, with an account where none was stored. */
export const place = (tenant: string): Promise<void> => {
  const placing = placed.get(tenant) ?? putAll(tenant);
  placed.set(tenant, placing);
  return placing;
};

const putAll = async (tenant: string): Promise<void> => {
  const all = byTenant.get(tenant) ?? [];
  const written = all.map(({ kind, item }) => [tableName(storedKinds[kind].table), item] as const);
  const account = all.some(({ kind }) => kind === 'account') ? [] : anAccount(tenant).map(itemOf);
  const items = [...account.map((item) => [tableName('resources'), item] as const), ...written];
  const unique = [
    ...new Map(items.map((one) => [`${one[0]} ${one[1].pk} ${one[1].sk}`, one])).values(),
  ];
  for (const some of chunksOf(unique, 25)) {
    const requests = Map.groupBy(some, ([table]) => table);
    const RequestItems = Object.fromEntries(
      [...requests].map(([table, of]) => [table, of.map(([, Item]) => ({ PutRequest: { Item } }))]),
    );
    await stores.connection.client.send(new BatchWriteCommand({ RequestItems }));
  }
};

const accountOf = async (tenant: string): Promise<Any> =>
  (byTenant.get(tenant) ?? []).find(({ kind }) => kind === 'account')?.item ?? { sk: 'acct_1' };

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { handlerFile } from '../../../functions/app/areas.ts';
import { everyRoute } from '../../../functions/app/routes.ts';
import { tableName } from '../../../functions/core/dynamodb/client.ts';
import { chunksOf } from '../../../functions/core/json.ts';
import { pageOfEvents } from '../../../functions/core/outbox/table.ts';
import { sdkVariables } from '../../../local/test/helpers/data-plane.ts';
import { anEvent, invoke } from '../../helpers/api-event.ts';
import { anAccount } from '../../helpers/fixtures/accounts.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { startStores } from '../../helpers/store-machine.ts';
import { optionalPaths, type Path, withDefault, without } from '../../helpers/stored/fields.ts';
import { type StoredItem, storedItems, storedOf } from '../../helpers/stored/fixtures.ts';
import { type StoredKind, storedKinds } from '../../helpers/stored/kinds.ts';
import { itemOf } from '../../helpers/test-database.ts';

// What a release stored, without one of its fields, is what the routes make of it with that field's default: it is read,
// listed, changed and published alike.

const stores = await startStores();
after(() => stores.stop());
Object.assign(process.env, {
  ...sdkVariables(stores.plane.endpoint),
  ENVIRONMENT: 'sandbox',
  SCREENING: '{"by":"none"}',
});

/** What is asked of each kind: a resource, a list that has it, a change of it. */
type Asked = {
  readonly kind: StoredKind;
  readonly words?: readonly string[];
  readonly get: string;
  readonly list?: string;
  readonly query?: (item: Any) => [string, string][];
  readonly change?: string;
  readonly body?: object;
};

const rename = { metadata: { renamed: 'yes' } };
const asked: readonly Asked[] = [
  ...['individual active', 'business with-persons'].map((words): Asked => {
    const change = { change: 'customers.update', body: rename };
    return { kind: 'customer', words: words.split(' '), get: 'customers.get', list: 'customers.list', ...change };
  }),
  {
    ...{ kind: 'customer', words: ['individual', 'active'], get: 'customers.get', list: 'customers.list' },
    query: ({ sort_name }) => [['name', String(sort_name).split(/[ /]/)[0] ?? '']],
    change: 'customers.suspend',
  },
  { kind: 'customer', words: ['redaction-done'], get: 'customers.get', list: 'customers.list' },
  { kind: 'document', words: ['accepted'], get: 'documents.get', list: 'documents.list' },
  { kind: 'verification', words: ['verified'], get: 'verifications.get', list: 'verifications.list' },
  {
    ...{ kind: 'verification', words: ['requires_input'], get: 'verifications.get', list: 'verifications.list' },
    ...{ change: 'verifications.update', body: { document_ids: [] } },
  },
  { kind: 'screening', words: ['open'], get: 'screenings.get', list: 'screenings.list' },
  {
    ...{ kind: 'card', words: ['virtual', 'active'], get: 'cards.get', list: 'cards.list' },
    ...{ change: 'cards.update', body: { nickname: 'Renamed' } },
  },
  {
    kind: 'card',
    words: ['physical'],
    get: 'cards.get',
    list: 'cards.list',
    change: 'cards.close',
    body: { reason: 'lost' },
  },
  { kind: 'card_token', words: ['active'], get: 'card-tokens.get', change: 'card-tokens.suspend', body: {} },
  { kind: 'authorization', words: ['approved'], get: 'authorizations.get', list: 'authorizations.list-all' },
  { kind: 'transaction', get: 'transactions.get', list: 'transactions.list' },
  {
    ...{ kind: 'webhook', words: ['enabled'], get: 'webhooks.get', list: 'webhooks.list' },
    ...{ change: 'webhooks.update', body: { description: 'Renamed' } },
  },
  // A link expires, and then nothing changes it.
  { kind: 'onboarding-link', words: ['active'], get: 'onboarding-links.get', list: 'onboarding-links.list' },
  { kind: 'recovery', words: ['running'], get: 'recoveries.get', change: 'recoveries.cancel', body: {} },
  { kind: 'account', words: ['active'], get: 'accounts.get', list: 'accounts.list' },
];

const routeOf = (id: string) => everyRoute.find((route) => route.id === id) ?? assert.fail(`no route ${id}`);

const call = async (id: string, item: Any, more: { query?: [string, string][]; body?: object | undefined } = {}) => {
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

const idOf = ({ data, id, sk }: Any): string => data?.id ?? id ?? sk;

const customerOf = (item: Any): string => item.data?.customer_id ?? item.customer_id ?? item.sk;

const put = async (kind: StoredKind, item: Any): Promise<void> => {
  const TableName = tableName(storedKinds[kind].table);
  await stores.connection.client.send(new PutCommand({ TableName, Item: item }));
};

const tenantOf = ({ item }: StoredItem) => String(item.pk).split('/')[0] ?? '';
const byTenant = Map.groupBy(storedItems, tenantOf);
const placed = new Map<string, Promise<void>>();

/** Puts all that a release stored of a business, with an account where none was stored. */
const place = (tenant: string): Promise<void> => {
  const placing = placed.get(tenant) ?? putAll(tenant);
  placed.set(tenant, placing);
  return placing;
};

const putAll = async (tenant: string): Promise<void> => {
  const all = byTenant.get(tenant) ?? [];
  const written = all.map(({ kind, item }) => [tableName(storedKinds[kind].table), item] as const);
  const account = all.some(({ kind }) => kind === 'account') ? [] : anAccount(tenant).map(itemOf);
  const items = [...account.map((item) => [tableName('resources'), item] as const), ...written];
  const unique = [...new Map(items.map((one) => [`${one[0]} ${one[1].pk} ${one[1].sk}`, one])).values()];
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

/** What differs from one call to the next. */
const stable = (answer: { status: number; json: Any }): Any =>
  JSON.parse(JSON.stringify(answer).replaceAll(/"(updated_at|since|instance|request_id)":"[^"]*"/g, '"$1":""'));

/** The newest event of a resource, as it is signed and sent. */
const newestEvent = async (item: Any): Promise<Any> => {
  const tenant = String(item.pk).split('/')[0] ?? '';
  const { items } = await pageOfEvents(stores.db, tenant, { resource_id: idOf(item) }, { limit: 1 });
  const [event] = items;
  if (!event) return undefined;
  const { type, data, previous } = JSON.parse(event.body);
  return stable({ status: 0, json: { type, data, previous } });
};

/** What the routes make of an item: the resource, the list, the change, and the event that is published of it. */
const seenAs = async ({ kind, get, list, query, change, body }: Asked, item: Any) => {
  await put(kind, item);
  const read = stable(await call(get, item));
  const listed = list && stable(await call(list, item, { query: query?.(item) ?? [] }));
  const changed = change && stable(await call(change, item, { body }));
  return { read, listed, changed, published: change && (await newestEvent(item)) };
};

describe('what a release stored is read, listed and changed alike without a field and with its default', () => {
  for (const one of asked) {
    const [found] = storedOf(one.kind, ...(one.words ?? []));
    const name = [one.kind, ...(one.words ?? []), one.query ? 'by name' : '', one.change ?? ''].join(' ').trim();
    test(name, async () => {
      const { item } = found ?? assert.fail('nothing was stored');
      await place(String(item.pk).split('/')[0] ?? '');
      const whole = await seenAs(one, item);
      assert.ok(whole.read.status === 200, JSON.stringify(whole.read));
      if (one.list) assert.ok(whole.listed.json.data?.length > 0, JSON.stringify(whole.listed));
      if (one.change) assert.ok(whole.changed.status === 200, JSON.stringify(whole.changed));
      // A recovery has no events.
      if (one.change && one.kind !== 'recovery') assert.equal(whole.published?.json.data.id, idOf(item));
      const paths: Path[] = optionalPaths(one.kind, item);
      assert.ok(paths.length > 0);
      for (const path of paths) {
        const expected = await seenAs(one, withDefault(one.kind, item, path));
        assert.equal(expected.read.status, 200, `${path.join('.')}: ${JSON.stringify(expected)}`);
        assert.deepEqual(await seenAs(one, without(item, path)), expected, path.join('.'));
      }
      await put(one.kind, item);
    });
  }
});

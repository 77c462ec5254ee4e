import assert from 'node:assert/strict';
import { type Connection, database } from '../../../../functions/core/dynamodb/client.ts';
import { idempotencyRecordKey } from '../../../../functions/core/dynamodb/idempotency-records.ts';
import { tenantKey } from '../../../../functions/core/dynamodb/keys.ts';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { apiKeyKey } from '../../../../functions/tenants/accounts/access-table.ts';
import { oneShard, putting, testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';

const place = { table: 'resources', partition: 'biz/customer' } as const;
const customers = ['b', 'c', 'd'].map((id) =>
  putting(customerKeys.customer('biz', id), { status: id === 'c' ? 'closed' : 'active' }),
);
const query = async (range: object) => {
  const { db, sent } = testDatabase(customers);
  const { items, ...rest } = await db.query({ ...place, limit: 10, ...range });
  return { found: { ...rest, ids: items.map(({ sk }) => sk) }, input: sent[0]?.input ?? {} };
};

test('one item is read consistently', async () => {
  const { db, sent } = testDatabase([putting(tenantKey('biz'), { a: 1 })]);
  const Key = { pk: 'biz/tenant', sk: 'tenant' };
  assert.deepEqual(await db.get(tenantKey('biz')), { ...Key, a: 1 });
  assert.deepEqual(sent[0]?.input, { TableName: 'test-resources', Key, ConsistentRead: true });
});

test('many items come in the order that was asked for, each from its table, missing ones and repeated ones too', async () => {
  const replay = idempotencyRecordKey('biz', 'key', 'a', []);
  const { db, sent } = testDatabase([...customers, putting(replay, {})]);
  const wanted = ['d', 'x', 'b', 'd'].map((id) => customerKeys.customer('biz', id));
  const items = await db.batch([...wanted, replay]);
  assert.deepEqual(
    items.map((item) => item && `${item.pk} ${item.sk}`),
    ['biz/customer d', undefined, 'biz/customer b', 'biz/customer d', 'biz/key a'],
  );
  assert.equal(sent.length, 1);
  const RequestItems = (sent[0]?.input.RequestItems ?? {}) as Record<
    string,
    { ConsistentRead: boolean }
  >;
  assert.ok(Object.values(RequestItems).every(({ ConsistentRead }) => ConsistentRead));
});

test('more items than one request takes are read by several, and none by none', async () => {
  const all = Array.from({ length: 250 }, (_, nth) => customerKeys.customer('biz', `${nth}`));
  const { db, sent } = testDatabase(all.map((key) => putting(key, {})));
  const items = await db.batch(all);
  assert.deepEqual(
    items.map((item) => item?.sk),
    all.map(({ sk }) => sk),
  );
  assert.equal(sent.length, 3);
  assert.deepEqual([await db.batch([]), sent.length], [[], 3]);
});

test('keys that DynamoDB never has time for make the service unavailable, not busy for ever', async () => {
  let requests = 0;
  const send = async ({ input: { RequestItems } }: { input: { RequestItems: object } }) => {
    requests += 1;
    return { Responses: {}, UnprocessedKeys: RequestItems };
  };
  const busy = database({ client: { send }, shards: oneShard } as unknown as Connection);
  await assert.rejects(busy.batch([customerKeys.customer('biz', 'a')]), { code: 'unavailable' });
  assert.ok(requests > 1 && requests < 10, `${requests} requests`);
});

test('an index that does not exist is a bug', () =>
  assert.rejects(query({ index: 'by_shoe_size' }), /no index/));

test('the upper end of a range is left out, and one more is read for it', async () => {
  const { found, input } = await query({ from: 'b', below: 'd' });
  assert.equal(
    input.KeyConditionExpression,
    '#partition = :partition AND #sort BETWEEN :from AND :below',
  );
  assert.equal(input.Limit, 11);
  assert.deepEqual(found, { ids: ['c', 'b'] });
  assert.deepEqual((await query({ from: 'c' })).found, { ids: ['d', 'c'] });
  assert.deepEqual((await query({ below: 'd', order: 'ascending' })).found, { ids: ['b', 'c'] });
});

test('a table that a function does not declare cannot be reached', async () => {
  const { db } = testDatabase();
  const name = process.env.ACCESS_TABLE;
  delete process.env.ACCESS_TABLE;
  await assert.rejects(db.get(apiKeyKey('hash')), /ACCESS_TABLE is not set/);
  process.env.ACCESS_TABLE = name;
});

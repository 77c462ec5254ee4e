import assert from 'node:assert/strict';
import { test } from 'node:test';
import { database } from '../../../functions/dynamodb/client.ts';
import { keys } from '../../../functions/dynamodb/keys.ts';
import { aConnection } from '../../helpers/scripted-connection.ts';

const place = { table: 'resources', partition: 'biz/customer' } as const;
const query = async (range: object, answer: object = {}) => {
  const { connection, sent } = aConnection(answer);
  const found = await database(connection).query({ ...place, limit: 10, ...range });
  return { found, input: sent[0]?.input ?? {} };
};

test('one item is read consistently', async () => {
  const { connection, sent } = aConnection({ Item: { a: 1 } });
  assert.deepEqual(await database(connection).get(keys.tenant('biz')), { a: 1 });
  assert.deepEqual(sent[0]?.input, {
    TableName: 'test-resources',
    Key: { pk: 'biz/tenant', sk: 'tenant' },
    ConsistentRead: true,
  });
});

test('many items come in the order that was asked for, each from its table, missing ones too', async () => {
  const { connection, sent } = aConnection({
    Responses: {
      'test-resources': [
        { pk: 'biz/customer', sk: 'b' },
        { pk: 'biz/customer', sk: 'a' },
      ],
      'test-idempotency': [{ pk: 'biz/key', sk: 'a' }],
    },
  });
  const wanted = ['a', 'x', 'b'].map((id) => keys.customer('biz', id));
  const items = await database(connection).batch([...wanted, keys.replay('biz', 'key', 'a', [])]);
  assert.deepEqual(
    items.map((item) => item && `${item.pk} ${item.sk}`),
    ['biz/customer a', undefined, 'biz/customer b', 'biz/key a'],
  );
  assert.equal(sent.length, 1);
  const RequestItems = (sent[0]?.input.RequestItems ?? {}) as Record<string, { ConsistentRead: boolean }>;
  assert.ok(Object.values(RequestItems).every(({ ConsistentRead }) => ConsistentRead));
});

test('keys that DynamoDB never has time for make the service unavailable, not busy for ever', async () => {
  const Keys = [{ pk: 'biz/customer', sk: 'a' }];
  const { connection, sent } = aConnection({ Responses: {}, UnprocessedKeys: { 'test-resources': { Keys } } });
  await assert.rejects(database(connection).batch([keys.customer('biz', 'a')]), { code: 'unavailable' });
  assert.ok(sent.length > 1 && sent.length < 10, `${sent.length} requests`);
});

test('a list is read newest first, from an index as from the table', async () => {
  const { input } = await query({});
  assert.deepEqual(input, {
    TableName: 'test-resources',
    IndexName: undefined,
    KeyConditionExpression: '#partition = :partition',
    ExpressionAttributeNames: { '#partition': 'pk' },
    ExpressionAttributeValues: { ':partition': 'biz/customer' },
    ScanIndexForward: false,
    ConsistentRead: false,
    Limit: 10,
  });
  const { input: ofIndex } = await query({ index: 'by_email', below: 'z' });
  assert.deepEqual(ofIndex.ExpressionAttributeNames, { '#partition': 'email_key', '#sort': 'sk' });
});

test('an index that does not exist is a bug', () => assert.rejects(query({ index: 'by_shoe_size' }), /no index/));

test('the upper end of a range is left out, and one more is read for it', async () => {
  const Items = ['d', 'c', 'b'].map((sk) => ({ sk }));
  const { found, input } = await query({ from: 'b', below: 'd' }, { Items });
  assert.equal(input.KeyConditionExpression, '#partition = :partition AND #sort BETWEEN :from AND :below');
  assert.equal(input.Limit, 11);
  assert.deepEqual(found, { items: [{ sk: 'c' }, { sk: 'b' }] });
  assert.match(String((await query({ from: 'b' })).input.KeyConditionExpression), /#sort >= :from$/);
  assert.match(String((await query({ below: 'b' })).input.KeyConditionExpression), /#sort < :below$/);
});

test('a filter names its attributes, and the place that was reached comes with what was found', async () => {
  const { found, input } = await query({ where: { status: 'active' } }, { LastEvaluatedKey: { pk: 'p', sk: 'k' } });
  assert.equal(input.FilterExpression, '#w0 = :w0');
  assert.deepEqual(input.ExpressionAttributeNames, { '#partition': 'pk', '#w0': 'status' });
  assert.deepEqual(input.ExpressionAttributeValues, { ':partition': 'biz/customer', ':w0': 'active' });
  assert.deepEqual(found, { items: [], last: 'k' });
});

test('a table that a function does not declare cannot be reached', async () => {
  const { connection } = aConnection({});
  const name = process.env.ACCESS_TABLE;
  delete process.env.ACCESS_TABLE;
  await assert.rejects(database(connection).get(keys.apiKey('hash')), /ACCESS_TABLE is not set/);
  process.env.ACCESS_TABLE = name;
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EncryptCommand } from '@aws-sdk/client-kms';
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { startUpkeep } from '../dynamodb/upkeep.ts';
import { calls_max, createRecorder } from '../recorder.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import {
  allow,
  dataResources,
  keyArn,
  keyId,
  lambda,
  leases,
  notes,
} from './helpers/data-resources.ts';
import { until } from './helpers/until.ts';

let plane: DataPlane;
before(async () => {
  const everything = [allow(['dynamodb:*', 'kms:*'], '*')];
  plane = await startDataPlane([
    ...dataResources(),
    ...lambda('one', everything),
    ...lambda('two', everything),
  ]);
});
after(() => plane.stop());

test('the recorder knows who called what, which tables, and what it would cost with indexes', async () => {
  const Item = { pk: 'recorded', sk: '1', author: 'ada', title: 'one' };
  const calls = await plane.recorder.during(async () => {
    await plane.client('one').send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName: notes, Item } },
          { Put: { TableName: leases, Item: { pk: Item.pk } } },
        ],
      }),
    );
    await plane
      .client('two')
      .send(
        new GetCommand({ TableName: notes, Key: { pk: Item.pk, sk: '1' }, ConsistentRead: true }),
      );
    await plane
      .kms('two')
      .send(new EncryptCommand({ KeyId: keyArn(keyId), Plaintext: Buffer.from('x') }));
  });
  assert.deepEqual(
    calls.map(({ at: _, principal: _who, accesses: _asked, ...call }) => call),
    [
      // Two items of one transaction at 2 units each, and 1 for the index: see the engine's own figures.
      recorded('one', 'dynamodb', 'TransactWriteItems', [notes, leases], 5),
      recorded('two', 'dynamodb', 'GetItem', [notes], 1),
      recorded('two', 'kms', 'Encrypt', [], 0),
    ],
  );
  const asked = calls.map(({ accesses }) =>
    accesses.filter(({ context }) => !context?.['kms:ViaService']),
  );
  assert.deepEqual(
    asked.map((accesses) => accesses.map(({ action }) => action)),
    [['dynamodb:PutItem', 'dynamodb:PutItem'], ['dynamodb:GetItem'], ['kms:Encrypt']],
  );
  assert.deepEqual(asked.at(-1)?.[0]?.resource, keyArn(keyId));
});

const recorded = (
  name: string,
  service: string,
  operation: string,
  tables: string[],
  capacityUnits: number,
) => ({
  function: name,
  service,
  operation,
  tables,
  capacityUnits,
  status: 200,
});

test('a caller sees capacity figures only when he asks for them', async () => {
  const client = plane.client('one');
  const query = {
    TableName: notes,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'none' },
  };
  assert.equal((await client.send(new QueryCommand(query))).ConsumedCapacity, undefined);
  const none = await client.send(new QueryCommand({ ...query, ReturnConsumedCapacity: 'NONE' }));
  assert.equal(none.ConsumedCapacity, undefined);
  const total = await client.send(new QueryCommand({ ...query, ReturnConsumedCapacity: 'TOTAL' }));
  assert.equal(total.ConsumedCapacity?.CapacityUnits, 0.5);
});

test('a denied call and a missed condition are calls too', async () => {
  const put = {
    TableName: leases,
    Item: { pk: 'once' },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const calls = await plane.recorder.during(async () => {
    await plane.client('one').send(new PutCommand(put));
    await assert.rejects(plane.client('one').send(new PutCommand(put)), {
      name: 'ConditionalCheckFailedException',
    });
    await assert.rejects(plane.client('nobody').send(new PutCommand(put)), {
      name: 'AccessDeniedException',
    });
  });
  assert.deepEqual(
    calls.map(({ status, capacityUnits }) => [status, capacityUnits]),
    [
      [200, 1],
      [400, 0],
      [400, 0],
    ],
  );
});

test('only the latest calls are kept', () => {
  const recorder = createRecorder();
  const principal = { kind: 'operator' } as const;
  const call = {
    function: 'one',
    principal,
    accesses: [],
    service: 'kms',
    operation: 'Encrypt',
    tables: [],
  };
  for (let at = 0; at < calls_max * 3; at++)
    recorder.record({ ...call, capacityUnits: 0, status: 200, at }, Buffer.alloc(0));
  assert.ok(recorder.calls.length >= calls_max && recorder.calls.length < calls_max * 2);
  assert.equal(recorder.calls.at(-1)?.at, calls_max * 3 - 1);
});

const everyTable = { tables: [notes, leases], neededFrom: () => Number.POSITIVE_INFINITY };

test('what has expired is deleted, and nothing else', async () => {
  const now = Math.floor(Date.now() / 1000);
  const lease = (pk: string, expires_at_s?: unknown) =>
    plane.client().send(
      new PutCommand({
        TableName: leases,
        Item: { pk, ...(expires_at_s ? { expires_at_s } : {}) },
      }),
    );
  await lease('past', now - 10);
  await lease('future', now + 1_000);
  await lease('unending');
  await lease('text', String(now - 10));
  const upkeep = startUpkeep({ engine: plane.engine, ...everyTable });
  assert.equal(await upkeep.expire(), 1);
  assert.equal(await upkeep.expire(), 0);
  await upkeep.stop();
  const found = async (pk: string) =>
    (await plane.client().send(new GetCommand({ TableName: leases, Key: { pk } }))).Item !==
    undefined;
  assert.deepEqual(
    [await found('past'), await found('future'), await found('unending'), await found('text')],
    [false, true, true, true],
  );
});

test('expiry happens by itself', async (context) => {
  const Item = { pk: 'soon', expires_at_s: Math.floor(Date.now() / 1000) - 1 };
  await plane.client().send(new PutCommand({ TableName: leases, Item }));
  const upkeep = startUpkeep({ engine: plane.engine, ...everyTable, expire_every_ms: 5 });
  context.after(upkeep.stop);
  const get = new GetCommand({ TableName: leases, Key: { pk: 'soon' } });
  await until(async () => (await plane.client().send(get)).Item === undefined, 'the item is gone');
});

describe('a transaction with a request token', () => {
  const add = (pk: string, token: string, by = 1, condition = 'attribute_not_exists(nothing)') =>
    plane.client().send(
      new TransactWriteCommand({
        ClientRequestToken: token,
        TransactItems: [
          {
            Update: {
              TableName: notes,
              Key: { pk, sk: '1' },
              UpdateExpression: 'ADD amount :by',
              ConditionExpression: condition,
              ExpressionAttributeValues: { ':by': by },
            },
          },
        ],
      }),
    );
  const amountOf = async (pk: string) =>
    (await plane.client().send(new GetCommand({ TableName: notes, Key: { pk, sk: '1' } }))).Item
      ?.amount;

  test('is done once, however often it is sent, at once or later', async () => {
    await Promise.all([add('a', 'one'), add('a', 'one'), add('a', 'one')]);
    await add('a', 'one');
    assert.equal(await amountOf('a'), 1);
    await add('a', 'two');
    assert.equal(await amountOf('a'), 2);
  });

  test('may not ask for something else under it', async () => {
    await add('b', 'three');
    await assert.rejects(add('b', 'three', 2), { name: 'IdempotentParameterMismatchException' });
    assert.equal(await amountOf('b'), 1);
  });

  test('that was rejected may be sent again', async () => {
    const present = 'attribute_exists(amount)';
    await assert.rejects(add('c', 'four', 1, present), { name: 'TransactionCanceledException' });
    await add('c', 'five');
    await add('c', 'four', 1, present);
    assert.equal(await amountOf('c'), 2);
  });
});

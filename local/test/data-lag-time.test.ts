import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoDbService } from '../services/dynamodb.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { dataResources, notes } from './helpers/data-resources.ts';

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane(dataResources());
});
after(() => plane.stop());

const old = ['1:old', '2:old', '3:old'];
let author = '';
beforeEach(async () => {
  author = `author-${Math.random()}`;
  const { put } = clocked();
  for (const sk of ['1', '2', '3']) await put(sk, 'old');
});

/** A service of its own over the same engine, whose clock stands still until it is turned. */
const clocked = () => {
  const clock = { now: 0 };
  const dynamodb = dynamoDbService({ engine: plane.engine, resources: dataResources(), now: () => clock.now });
  return {
    clock,
    lag: dynamodb.indexLag,
    put: (sk: string, title: string) =>
      dynamodb.call('PutItem', { TableName: notes, Item: marshall({ pk: author, sk, author, title }) }),
    remove: (sk: string) => dynamodb.call('DeleteItem', { TableName: notes, Key: marshall({ pk: author, sk }) }),
    shown: async () => {
      const { Items } = await dynamodb.call<{ Items: Record<string, AttributeValue>[] }>('Query', {
        TableName: notes,
        IndexName: 'by_author',
        KeyConditionExpression: 'author = :author',
        ExpressionAttributeValues: marshall({ ':author': author }),
      });
      return Items.map((item) => unmarshall(item)).map(({ sk, title }) => `${sk}:${title}`);
    },
  };
};

test('an index that lags catches up, each change in its time', async () => {
  const { clock, lag, put, remove, shown } = clocked();
  await lag.set(1_000);
  await put('1', 'new');
  clock.now = 600;
  await put('1', 'newest');
  await remove('2');
  clock.now = 999;
  assert.deepEqual(await shown(), old);
  clock.now = 1_000;
  assert.deepEqual(await shown(), ['1:new', '2:old', '3:old']);
  clock.now = 1_600;
  assert.deepEqual(await shown(), ['1:newest', '3:old']);
  await lag.release();
});

test('a hold keeps what a lag had reached', async () => {
  const { clock, lag, put, shown } = clocked();
  await lag.set(1_000);
  await put('1', 'new');
  clock.now = 500;
  await put('2', 'new');
  clock.now = 1_200;
  await lag.hold();
  clock.now = 5_000;
  assert.deepEqual(await shown(), ['1:new', '2:old', '3:old']);
  await lag.release();
  assert.deepEqual(await shown(), ['1:new', '2:new', '3:old']);
});

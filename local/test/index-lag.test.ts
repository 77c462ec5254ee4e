import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { createLag } from '../dynamodb/index-lag.ts';
import { dynamoDbService } from '../dynamodb/service.ts';
import { tablesOf } from '../dynamodb/tables.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { dataResources, leases, notes } from './helpers/data-resources.ts';

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane(dataResources());
});
after(() => plane.stop());

const old = ['1:old', '2:old', '3:old'];
let author = '';
beforeEach(async () => {
  author = `author-${Math.random()}`;
  const { put } = overEngine();
  for (const sk of ['1', '2', '3']) await put(sk, 'old');
});

/** A service over the same engine. */
const overEngine = () => {
  const dynamodb = dynamoDbService({ engine: plane.engine, resources: dataResources() });
  const key = (sk: string) => ({ TableName: notes, Key: marshall({ pk: author, sk }) });
  type Found = { Items: Record<string, AttributeValue>[]; LastEvaluatedKey?: unknown };
  const page = (Limit: number, ExclusiveStartKey?: unknown) =>
    dynamodb.call<Found>('Query', {
      TableName: notes,
      IndexName: 'by_author',
      KeyConditionExpression: 'author = :author',
      ExpressionAttributeValues: marshall({ ':author': author }),
      ...{ Limit, ExclusiveStartKey },
    });
  const titlesOf = ({ Items }: Found) => Items.map((item) => unmarshall(item)).map(({ sk, title }) => `${sk}:${title}`);
  return {
    lag: dynamodb.indexLag,
    put: (sk: string, title: string) =>
      dynamodb.call('PutItem', { TableName: notes, Item: marshall({ pk: author, sk, author, title }) }),
    remove: (sk: string) => dynamodb.call('DeleteItem', key(sk)),
    read: async (sk: string) => {
      const { Item } = await dynamodb.call<{ Item?: Record<string, AttributeValue> }>('GetItem', key(sk));
      return Item && unmarshall(Item).title;
    },
    ...{ page, titlesOf },
    /** `sk:title` of every note that the index shows, over pages of this many. */
    shown: async (limit = 10): Promise<string[]> => {
      const found: string[] = [];
      let from: unknown;
      do {
        const next = await page(limit, from);
        found.push(...titlesOf(next));
        from = next.LastEvaluatedKey;
      } while (from);
      return found;
    },
  };
};

const changeEverything = async ({ put, remove }: ReturnType<typeof overEngine>) => {
  await put('1', 'new');
  await remove('2');
  await put('4', 'new');
};

test('while held, an index shows the state before in pages of any size, and the table the current one', async () => {
  const service = overEngine();
  await service.lag.hold();
  await changeEverything(service);
  for (const limit of [10, 1, 2]) assert.deepEqual(await service.shown(limit), old);
  assert.deepEqual(
    [await service.read('1'), await service.read('2'), await service.read('4')],
    ['new', undefined, 'new'],
  );
  await service.lag.release();
  assert.deepEqual(await service.shown(), ['1:new', '3:old', '4:new']);
  const { TableNames } = await plane.engine.call<{ TableNames: string[] }>('ListTables', {});
  assert.deepEqual(TableNames.toSorted(), [leases, notes].sort(), 'nothing is left behind');
});

test('a page that started while held goes on after it ends', async () => {
  const { lag, put, page, titlesOf } = overEngine();
  await lag.hold();
  await put('4', 'new');
  const { LastEvaluatedKey } = await page(2);
  await lag.release();
  assert.deepEqual(titlesOf(await page(10, LastEvaluatedKey)), ['3:old', '4:new']);
});

test('a read that runs while a hold ends is answered from the state it began with', async () => {
  const tables = new Map(tablesOf(dataResources()).map((table) => [table.name, table]));
  const lag = createLag(plane.engine, tables);
  await lag.hold();
  const began = Promise.withResolvers<void>();
  const read = lag.reading({ table: notes, index: 'by_author', action: 'dynamodb:Query' }, async (TableName) => {
    began.resolve();
    for (let trip = 0; trip < 50; trip++) await plane.engine.call('DescribeTable', { TableName });
    return TableName;
  });
  await began.promise;
  await lag.release();
  assert.notEqual(await read, notes);
});

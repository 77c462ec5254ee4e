import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tablesOf } from '../dynamodb/tables.ts';
import { createLag } from '../services/dynamodb/index-lag.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { dataResources, leases, notes } from './helpers/data-resources.ts';

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane(dataResources());
});
after(() => plane.stop());

let author = '';
beforeEach(async () => {
  author = `author-${Math.random()}`;
  for (const sk of ['1', '2', '3']) await write(sk, 'old');
});
afterEach(() => plane.dynamodb.indexLag.release());

const write = (sk: string, title: string) =>
  plane.client().send(new PutCommand({ TableName: notes, Item: { pk: author, sk, author, title } }));
const remove = (sk: string) => plane.client().send(new DeleteCommand({ TableName: notes, Key: { pk: author, sk } }));

/** `sk:title` of every note the index shows, over pages of this many. */
const shown = async (page = 10): Promise<string[]> => {
  const found: string[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await plane.client().send(
      new QueryCommand({
        TableName: notes,
        IndexName: 'by_author',
        KeyConditionExpression: 'author = :author',
        ExpressionAttributeValues: { ':author': author },
        Limit: page,
        ExclusiveStartKey: from,
      }),
    );
    found.push(...Items.map(({ sk, title }) => `${sk}:${title}`));
    from = LastEvaluatedKey;
  } while (from);
  return found;
};

const old = ['1:old', '2:old', '3:old'];
const changed = ['1:new', '3:old', '4:new'];

const changeEverything = async () => {
  await write('1', 'new');
  await remove('2');
  await write('4', 'new');
};

test('while held, an index shows the state before, whatever is inserted, changed or deleted', async () => {
  await plane.dynamodb.indexLag.hold();
  await changeEverything();
  assert.deepEqual(await shown(), old);
  assert.deepEqual(await shown(1), old);
  assert.deepEqual(await shown(2), old);
});

test('while held, the table itself is read as it is', async () => {
  await plane.dynamodb.indexLag.hold();
  await changeEverything();
  const read = async (sk: string) =>
    (await plane.client().send(new GetCommand({ TableName: notes, Key: { pk: author, sk } }))).Item?.title;
  assert.deepEqual([await read('1'), await read('2'), await read('4')], ['new', undefined, 'new']);
});

test('released, an index shows everything at once and leaves nothing behind', async () => {
  await plane.dynamodb.indexLag.hold();
  await changeEverything();
  await plane.dynamodb.indexLag.release();
  assert.deepEqual(await shown(), changed);
  const { TableNames } = await plane.client().send(new ListTablesCommand({}));
  assert.deepEqual(TableNames, [leases, notes].sort());
});

test('a page begun while held goes on after the release', async () => {
  await plane.dynamodb.indexLag.hold();
  await write('4', 'new');
  const query = {
    TableName: notes,
    IndexName: 'by_author',
    KeyConditionExpression: 'author = :author',
    ExpressionAttributeValues: { ':author': author },
  };
  const first = await plane.client().send(new QueryCommand({ ...query, Limit: 2 }));
  await plane.dynamodb.indexLag.release();
  const from = { ExclusiveStartKey: first.LastEvaluatedKey };
  const rest = await plane.client().send(new QueryCommand({ ...query, ...from }));
  assert.deepEqual(
    rest.Items?.map(({ sk }) => sk),
    ['3', '4'],
  );
});

test('a read that runs while a hold ends is answered from the state it began with', async () => {
  const tables = new Map(tablesOf(dataResources()).map((table) => [table.name, table]));
  const lag = createLag(plane.engine, tables, Date.now);
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

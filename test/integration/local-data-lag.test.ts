import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type AttributeValue, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoDbService } from '../../local/services/dynamodb.ts';
import { type DataPlane, startDataPlane } from '../helpers/data-plane.ts';
import { dataResources, leases, notes } from '../helpers/data-resources.ts';

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

test('an index that lags catches up, each change in its time', async () => {
  let now = 0;
  const dynamodb = dynamoDbService({ engine: plane.engine, resources: dataResources(), now: () => now });
  const put = (sk: string, title: string) =>
    dynamodb.call('PutItem', { TableName: notes, Item: marshall({ pk: author, sk, author, title }) });
  const lagging = async () => {
    const { Items } = await dynamodb.call<{ Items: Record<string, AttributeValue>[] }>('Query', byAuthor());
    return Items.map((item) => unmarshall(item)).map(({ sk, title }) => `${sk}:${title}`);
  };
  await dynamodb.indexLag.set(1_000);
  await put('1', 'new');
  now = 600;
  await put('1', 'newest');
  await dynamodb.call('DeleteItem', { TableName: notes, Key: marshall({ pk: author, sk: '2' }) });
  now = 999;
  assert.deepEqual(await lagging(), old);
  now = 1_000;
  assert.deepEqual(await lagging(), ['1:new', '2:old', '3:old']);
  now = 1_600;
  assert.deepEqual(await lagging(), ['1:newest', '3:old']);
  await dynamodb.indexLag.release();
});

const byAuthor = () => ({
  TableName: notes,
  IndexName: 'by_author',
  KeyConditionExpression: 'author = :author',
  ExpressionAttributeValues: marshall({ ':author': author }),
});

test('a hold keeps what a lag had reached', async () => {
  await plane.dynamodb.indexLag.set(60_000);
  await changeEverything();
  await plane.dynamodb.indexLag.hold();
  assert.deepEqual(await shown(), old);
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

test('reads that run while a hold ends are all answered', async () => {
  await plane.dynamodb.indexLag.hold();
  await changeEverything();
  const reads = Array.from({ length: 40 }, () => shown());
  await plane.dynamodb.indexLag.release();
  for (const read of await Promise.all(reads)) assert.ok([old.join(), changed.join()].includes(read.join()));
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
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
  const { put } = machine();
  for (const sk of ['1', '2', '3']) await put(sk, 'old');
});

/** Writes and reads of this test's author. */
const machine = () => {
  const { call, indexLag: lag } = plane.engine;
  const key = (sk: string) => ({ TableName: notes, Key: marshall({ pk: author, sk }) });
  type Found = { Items: Record<string, AttributeValue>[]; LastEvaluatedKey?: unknown };
  const page = (Limit: number, ExclusiveStartKey?: unknown) =>
    call<Found>('Query', {
      TableName: notes,
      IndexName: 'by_author',
      KeyConditionExpression: 'author = :author',
      ExpressionAttributeValues: marshall({ ':author': author }),
      Limit,
      ExclusiveStartKey,
    });
  const titlesOf = ({ Items }: Found) =>
    Items.map((item) => unmarshall(item)).map(({ sk, title }) => `${sk}:${title}`);
  return {
    lag,
    put: (sk: string, title: string) =>
      call('PutItem', { TableName: notes, Item: marshall({ pk: author, sk, author, title }) }),
    remove: (sk: string) => call('DeleteItem', key(sk)),
    read: async (sk: string) => {
      const { Item } = await call<{ Item?: Record<string, AttributeValue> }>('GetItem', key(sk));
      return Item && unmarshall(Item).title;
    },
    page,
    titlesOf,
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

const changeEverything = async ({ put, remove }: ReturnType<typeof machine>) => {
  await put('1', 'new');
  await remove('2');
  await put('4', 'new');
};

test('while held, an index shows the state before in pages of any size, and the table the current one', async () => {
  const service = machine();
  service.lag.hold();
  await changeEverything(service);
  for (const limit of [10, 1, 2]) assert.deepEqual(await service.shown(limit), old);
  assert.deepEqual(
    [await service.read('1'), await service.read('2'), await service.read('4')],
    ['new', undefined, 'new'],
  );
  service.lag.release();
  assert.deepEqual(await service.shown(), ['1:new', '3:old', '4:new']);
});

test('a page that started while held goes on after it ends', async () => {
  const { lag, put, page, titlesOf } = machine();
  lag.hold();
  await put('4', 'new');
  const { LastEvaluatedKey } = await page(2);
  lag.release();
  assert.deepEqual(titlesOf(await page(10, LastEvaluatedKey)), ['3:old', '4:new']);
});

test('a hold ends with the machine that holds, even where it was killed', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'local-data-'));
  context.after(() => rm(folder, { recursive: true }));
  const kept = await startDataPlane(dataResources(), folder);
  kept.engine.indexLag.hold();
  const Item = marshall({ pk: 'a', sk: '1', author: 'a', title: 'late' });
  await kept.engine.call('PutItem', { TableName: notes, Item });
  await kept.stop();
  const again = await startDataPlane(dataResources(), folder);
  const { Count } = await again.engine.call<{ Count: number }>('Scan', {
    TableName: notes,
    IndexName: 'by_author',
  });
  await again.stop();
  assert.equal(Count, 1);
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Database, Item } from '../../../../functions/core/dynamodb/client.ts';
import {
  listPage,
  type PageRequest,
  readablePage,
} from '../../../../functions/core/dynamodb/list.ts';
import { UnreadableItem } from '../../../../functions/core/dynamodb/stored-form.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const place = { table: 'resources', partition: 'biz/customer' } as const;
const skOf = (n: number) => String(n).padStart(6, '0');
const numbered = (count: number, of: (n: number) => object = () => ({})): Item[] =>
  Array.from({ length: count }, (_, n) => ({ sk: skOf(n), ...of(n) }));
const given = (items: readonly Item[]) =>
  testDatabase(
    items.map(({ sk, ...item }) =>
      putting({ table: 'resources', pk: place.partition, sk: String(sk) }, item),
    ),
  );

/** Every page from the newest to the last, as a caller would walk them. */
const walk = async (
  db: Database,
  wanted: Omit<PageRequest, 'below'>,
  where?: Record<string, string>,
) => {
  const pages = [];
  let below: string | undefined;
  do {
    const page = await listPage(db, place, { ...wanted, below }, where);
    pages.push(page);
    below = page.next ?? undefined;
  } while (below !== undefined);
  return pages;
};

test('a page is one query, and says exactly whether more follows', async () => {
  for (const [count, more] of [
    [0, false],
    [9, false],
    [10, false],
    [11, true],
  ] as const) {
    const { db, sent } = given(numbered(count));
    const { items, next } = await listPage(db, place, { limit: 10 });
    assert.equal(items.length, Math.min(count, 10));
    assert.equal(next !== null, more, `${count} items`);
    assert.equal(sent.length, 1);
  }
});

test('walking any list shows every item once, newest first', async () => {
  const counts = fc.nat({ max: 60 });
  await fc.assert(
    fc.asyncProperty(counts, fc.integer({ min: 1, max: 20 }), async (count, limit) => {
      const { db, close } = given(numbered(count));
      const pages = await walk(db, { limit });
      const shown = pages.flatMap(({ items }) => items.map(({ sk }) => sk));
      assert.deepEqual(
        shown,
        numbered(count)
          .map(({ sk }) => sk)
          .reverse(),
      );
      assert.ok(pages.every(({ items }) => items.length <= limit));
      close();
    }),
  );
});

test('walking a filtered list shows every item that fits once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2000 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 700 }),
      async (count, limit, every) => {
        const items = numbered(count, (n) => ({ status: n % every === 0 ? 'closed' : 'active' }));
        const { db, sent, close } = given(items);
        const pages = await walk(db, { limit }, { status: 'closed' });
        const shown = pages.flatMap((page) => page.items.map(({ sk }) => sk));
        assert.deepEqual(
          shown,
          items
            .filter(({ status }) => status === 'closed')
            .map(({ sk }) => sk)
            .reverse(),
        );
        assert.ok(sent.length <= pages.length * 3);
        assert.ok(
          pages.every(
            ({ items: shown, next }) =>
              shown.length === limit || (next === null && shown.length < limit),
          ),
        );
        close();
      },
    ),
    { numRuns: trials(50) },
  );
});

test('a filter that little fits reads at most 3 000 items in three queries, and then says that more follows', async () => {
  const { db, sent } = given(numbered(4000, () => ({ status: 'active' })));
  const page = await listPage(db, place, { limit: 10 }, { status: 'closed' });
  assert.deepEqual(page, { items: [], next: skOf(1000) });
  assert.deepEqual(
    sent.map(({ input }) => input.Limit),
    [200, 800, 2000],
  );
});

test('a page keeps to its range', async () => {
  const { db } = given(numbered(30));
  const { items, next } = await listPage(db, place, { limit: 100, from: skOf(5), below: skOf(8) });
  assert.deepEqual([items.map(({ sk }) => sk), next], [[skOf(7), skOf(6), skOf(5)], null]);
});

test('a range without room is empty and asks nobody: DynamoDB would refuse it', async () => {
  const { db, sent } = given(numbered(30));
  for (const [from, below] of [
    [skOf(8), skOf(5)],
    [skOf(5), skOf(5)],
  ])
    assert.deepEqual(await listPage(db, place, { limit: 10, from, below }), {
      items: [],
      next: null,
    });
  assert.equal(sent.length, 0);
});

test('a page lacks what is unreadable where a caller says so; every other error, and each without it, is thrown', () => {
  const page = { items: [1, 2, 3], next: 'more' };
  const failing = (error: Error) => (item: number) => {
    if (item === 2) throw error;
    return item * 10;
  };
  const [unreadable, bug] = [
    new UnreadableItem({ table: 'resources', kind: 'card', id: 'card_1' }, 'has no field'),
    new TypeError('a bug'),
  ];
  const left: Error[] = [];
  const leaveOut = (error: Error) => void left.push(error);
  assert.deepEqual(readablePage(page, failing(unreadable), { leaveOut }), {
    items: [10, 30],
    next: 'more',
  });
  assert.deepEqual(left, [unreadable]);
  assert.throws(() => readablePage(page, failing(unreadable), {}), unreadable);
  assert.throws(() => readablePage(page, failing(bug), { leaveOut }), bug);
  assert.equal(left.length, 1);
});

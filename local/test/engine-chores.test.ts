import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Core, coreOn } from '../dynamodb/engine/core.ts';
import { createChores } from '../dynamodb/engine/store/chores.ts';
import { openStore } from '../dynamodb/engine/store/store.ts';
import { AwsError } from '../errors.ts';
import { byAuthor, createNotes, noteOf, putNote, recordsOf } from './helpers/engine-tables.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
after(() => rm(folder, { recursive: true }));

const clock = { now_ms: 10_000_000, lag_ms: 0 };
const opened = (name?: string) => {
  const file = name === undefined ? undefined : join(folder, name);
  const store = openStore({ file, now: () => clock.now_ms, lagMs: () => clock.lag_ms });
  const left = (table: string) =>
    store.database.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)?.count;
  const rowNames = () =>
    [
      ...store.database.rows<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table'",
      ),
    ]
      .map(({ name }) => name)
      .filter((name) => /^(items|index|records)_/.test(name));
  return { core: coreOn(store), left, rowNames };
};

/** More than one turn of a chore does whose time is counted. */
const many = 2_000;

/** Lets a millisecond pass with each look at the time, so that a turn ends after few portions on any machine. */
const withCountedTime = (context: TestContext, work: () => void): void => {
  let counted_ms = 0;
  const { mock } = context.mock.method(performance, 'now', () => ++counted_ms);
  work();
  mock.restore();
};
const fill = (
  core: Core,
  more: (place: number) => Parameters<typeof noteOf>[2],
  author = 'ada',
): void => {
  for (let from = 0; from < many; from += 100)
    core.call('TransactWriteItems', {
      TransactItems: Array.from({ length: 100 }, (_, at) => from + at).map((place) => ({
        Put: {
          TableName: 'notes',
          Item: noteOf(String(place).padStart(5, '0'), author, more(place)),
        },
      })),
    });
};

const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await setTimeout(5);
};

const countOf = (core: Core): number =>
  core.call<{ Count: number }>('Scan', { TableName: 'notes', Select: 'COUNT' }).Count;

test('a deleted table is gone at once, its name is free, and its rows are removed after a restart too', async (context) => {
  const first = opened('dropped.sqlite');
  createNotes(first.core);
  fill(first.core, () => ({}));
  clock.lag_ms = 1_000;
  fill(first.core, () => ({}), 'bob');
  clock.lag_ms = 0;
  withCountedTime(context, () => first.core.call('DeleteTable', { TableName: 'notes' }));
  assert.throws(() => countOf(first.core), { code: 'ResourceNotFoundException' });
  createNotes(first.core);
  putNote(first.core, noteOf('1', 'ada'));
  assert.deepEqual(
    [countOf(first.core), byAuthor(first.core, 'ada'), recordsOf(first.core).length],
    [1, ['1'], 1],
  );
  assert.ok(Number(first.left('dropped')) > 0);
  first.core.close();

  const second = opened('dropped.sqlite');
  second.core.catchUp();
  await until(() => second.left('dropped') === 0);
  assert.deepEqual(second.rowNames(), ['items_2', 'index_2_0', 'records_2']);
  assert.deepEqual([second.left('late'), countOf(second.core)], [0, 1]);
  second.core.close();
});

test('a small deleted table leaves nothing', (context) => {
  const { core, rowNames } = opened();
  createNotes(core);
  putNote(core, noteOf('1', 'ada'));
  // On a busy machine the first turn would end before all rows are gone.
  const { mock } = context.mock.method(performance, 'now', () => 0);
  core.call('DeleteTable', { TableName: 'notes' });
  mock.restore();
  assert.deepEqual(rowNames(), []);
  core.close();
});

const setExpiry = (core: Core, AttributeName: string, Enabled: boolean): void =>
  void core.call('UpdateTimeToLive', {
    TableName: 'notes',
    TimeToLiveSpecification: { AttributeName, Enabled },
  });

test('all items that were there expire by a new attribute, and none by the one before it', async (context) => {
  const first = opened('expiry.sqlite');
  createNotes(first.core);
  const [past, future] = [{ N: '9000' }, { N: '20000' }];
  fill(first.core, (place) => ({ expires: past, until: place % 2 ? past : future }));
  setExpiry(first.core, 'expires', false);
  withCountedTime(context, () => setExpiry(first.core, 'until', true));
  assert.equal(first.left('pending_expiries'), 1);
  while (first.core.expire('notes', 500) > 0);
  first.core.close();

  const second = opened('expiry.sqlite');
  await until(() => second.left('pending_expiries') === 0);
  while (second.core.expire('notes', 500) > 0);
  assert.equal(countOf(second.core), many / 2);
  // A table that names no expiry attribute any more, while rows are noted, expires nothing.
  setExpiry(second.core, 'until', false);
  setExpiry(second.core, 'expires', true);
  setExpiry(second.core, 'expires', false);
  await until(() => second.left('pending_expiries') === 0);
  assert.equal(second.core.expire('notes', 500), 0);
  second.core.close();
});

test('a read of an index waits for some late changes, shows them in order, and the others come without a read', async () => {
  const { core, left } = opened();
  createNotes(core);
  clock.lag_ms = 1_000;
  fill(core, () => ({}));
  clock.lag_ms = 0;
  clock.now_ms += 2_000;
  const shown = byAuthor(core, 'ada');
  assert.ok(shown.length > 0 && shown.length < many);
  assert.deepEqual(
    shown,
    [...shown.keys()].map((place) => String(place).padStart(5, '0')),
  );
  // A note written now comes behind them.
  putNote(core, noteOf('x', 'ada'));
  await until(() => left('late') === 0);
  assert.equal(byAuthor(core, 'ada').length, many + 1);
  core.close();
});

test('late changes of an index that nobody reads are shown with those that follow them', () => {
  const { core, left } = opened();
  createNotes(core);
  clock.lag_ms = 1_000;
  for (let place = 0; place < 100; place++) {
    putNote(core, noteOf(String(place), 'ada'));
    clock.now_ms += 500;
  }
  clock.lag_ms = 0;
  assert.ok(Number(left('late')) < 5);
  core.close();
});

test('a chore that cannot write tries again, and one that has ended does not come back', async () => {
  const done: string[] = [];
  const portions = [
    () => {
      done.push('tried');
      if (done.length === 1) throw new AwsError(503, 'ServiceUnavailable', 'The disk is full.');
      return done.length < 3;
    },
  ];
  const chores = createChores(portions);
  chores.begin();
  assert.deepEqual(done, ['tried']);
  // The timer of a chore keeps no process running.
  await until(() => done.length === 3);
  await setTimeout(50);
  assert.equal(done.length, 3);
  chores.stop();
  chores.begin();
  assert.equal(done.length, 3);
});

test('a chore that fails is logged with its stack and tried again, and holds no other up', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const said = context.mock.method(console, 'error', () => {});
  const done: string[] = [];
  const chores = createChores([
    () => {
      done.push('failing');
      throw new TypeError('A row is damaged.');
    },
    () => done.push('other') < 3,
  ]);
  withCountedTime(context, () => context.mock.timers.tick(15));
  assert.deepEqual(done, ['failing', 'other', 'other']);
  context.mock.timers.tick(60_000);
  assert.equal(done.at(-1), 'failing');
  const lines = said.mock.calls.map(({ arguments: [line] }) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ event }) => event),
    ['engine_chore_failed', 'engine_chore_failed'],
  );
  assert.match(lines[0].error, /^TypeError: A row is damaged\.\n {4}at /);
  chores.stop();
});

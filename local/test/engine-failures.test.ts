import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { type Core, coreOn, openCore } from '../dynamodb/engine/core.ts';
import { openStore, type Store } from '../dynamodb/engine/store/store.ts';
import { byAuthor, createNotes, noteOf, putNote, recordsOf } from './helpers/engine-tables.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
after(() => rm(folder, { recursive: true }));

const sqliteFile = (change: string) => async (path: string) => {
  const database = new DatabaseSync(path);
  database.exec(change);
  database.close();
};

/** How a file comes to be, and the word that the sentence about it has. */
const unopened: Readonly<
  Record<string, readonly [make: (path: string) => Promise<unknown>, named: RegExp]>
> = {
  'of another release': [
    async (path) => {
      openCore({ file: path }).close();
      await sqliteFile('PRAGMA user_version = 99')(path);
    },
    /another release/,
  ],
  'of an engine without a number': [
    sqliteFile('CREATE TABLE tables (name TEXT)'),
    /another release/,
  ],
  'that is no database': [
    (path) => writeFile(path, 'no database '.repeat(1_000)),
    /damaged, or another program's/,
  ],
  'that is cut off': [
    async (path) => {
      openCore({ file: path }).close();
      await writeFile(path, (await readFile(path)).subarray(0, 5_000));
    },
    /damaged, or another program's/,
  ],
  'that is a folder': [(path) => mkdir(path), /cannot be opened/],
  'in a folder that is not there': [async () => undefined, /cannot be opened/],
};

for (const [name, [make, named]] of Object.entries(unopened))
  test(`a file ${name} is refused in one sentence, and is left as it is`, async () => {
    const path = join(folder, name.includes('not there') ? 'absent/file.sqlite' : `${name}.sqlite`);
    await make(path);
    const content = () => readFile(path).catch(({ code }) => code);
    const before = await content();
    for (let time = 0; time < 2; time++)
      assert.throws(
        () => openCore({ file: path }),
        (error: Error) =>
          error.name === 'BadConfiguration' &&
          named.test(error.message) &&
          !/[.:] [A-Z]/.test(error.message) &&
          error.message.includes(path),
      );
    assert.deepEqual(await content(), before);
  });

const firstNumber = 1_000;

/** Puts notes until the disk is full; how many there is room for. */
const fill = (core: Core): number => {
  for (let count = 0; ; count++)
    try {
      putNote(core, noteOf(String(firstNumber + count), 'ada', { text: { S: 'x'.repeat(2_000) } }));
    } catch (error) {
      assert.deepEqual({ ...(error as object), cause: 0 }, { ...fullDisk, cause: 0 });
      return count;
    }
};
const fullDisk = { name: 'AwsError', status: 503, code: 'ServiceUnavailable', members: {} };

const setPages = ({ database }: Store, more: number): void => {
  const { page_count: count = 0 } = database.get<{ page_count: number }>('PRAGMA page_count') ?? {};
  database.run(`PRAGMA max_page_count = ${count + more}`);
};

const isWhole = (core: Core, count: number): void => {
  const { Count } = core.call<{ Count: number }>('Scan', { TableName: 'notes', Select: 'COUNT' });
  const { Table } = core.call<{ Table: { ItemCount: number } }>('DescribeTable', {
    TableName: 'notes',
  });
  assert.deepEqual([Count, Table.ItemCount, byAuthor(core, 'ada').length], [count, count, count]);
};

for (const place of ['memory', 'a file'] as const)
  test(`what no room is left for in ${place} is refused whole, and goes on when there is room`, () => {
    const file = place === 'memory' ? undefined : join(folder, 'full.sqlite');
    const store = openStore({ file, now: Date.now, lagMs: () => 0 });
    const core = coreOn(store);
    createNotes(core);
    setPages(store, 60);
    const count = fill(core);
    assert.ok(count > 10);
    const transaction = {
      ClientRequestToken: 'one',
      TransactItems: [1, 2, 3].map((sk) => ({
        Put: {
          TableName: 'notes',
          Item: noteOf(`t${sk}`, 'ada', { text: { S: 'x'.repeat(9_000) } }),
        },
      })),
    };
    for (let time = 0; time < 3; time++)
      assert.throws(() => core.call('TransactWriteItems', transaction), { status: 503 });
    isWhole(core, count);
    assert.equal(recordsOf(core).length, count);
    setPages(store, 1_000);
    // The token of what did not happen is not taken.
    core.call('TransactWriteItems', transaction);
    core.call('TransactWriteItems', transaction);
    isWhole(core, count + 3);
    core.close();
    if (file === undefined) return;
    const again = openCore({ file });
    isWhole(again, count + 3);
    again.close();
  });

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openCore } from '../dynamodb/engine/core.ts';
import { BadConfiguration } from '../errors.ts';
import { byAuthor, createNotes, noteOf, putNote, recordsOf } from './helpers/engine-tables.ts';
import { endAtOnce } from './helpers/processes.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
after(() => rm(folder, { recursive: true }));

test('what a file holds is there again: items, indexes that lag, streams, tokens and expiry', () => {
  const file = join(folder, 'kept.sqlite');
  const clock = { now_ms: 10_000_000 };
  const open = () => openCore({ file, now: () => clock.now_ms, lagMs: () => 5_000 });
  const first = open();
  createNotes(first);
  putNote(first, noteOf('1', 'ada', { expires: { N: '10000' } }));
  const transact = {
    ClientRequestToken: 'one',
    TransactItems: [{ Put: { TableName: 'notes', Item: noteOf('2', 'ada') } }],
  };
  first.call('TransactWriteItems', transact);
  first.close();
  const second = open();
  assert.deepEqual(byAuthor(second, 'ada'), []);
  clock.now_ms += 5_000;
  assert.deepEqual(byAuthor(second, 'ada'), ['1', '2']);
  second.call('TransactWriteItems', transact);
  assert.equal(recordsOf(second).length, 2);
  assert.equal(second.expire('notes', 10), 1);
  const { Table } = second.call<{ Table: { ItemCount: number } }>('DescribeTable', {
    TableName: 'notes',
  });
  assert.equal(Table.ItemCount, 1);
  second.close();
});

test('a file serves one process at a time, and is free when that one has closed it', () => {
  const file = join(folder, 'one.sqlite');
  const first = openCore({ file });
  assert.throws(
    () => openCore({ file }),
    (error) =>
      error instanceof BadConfiguration &&
      /^[^.]+: [^.]+\.$/.test(error.message.replaceAll(file, 'it')),
  );
  first.close();
  openCore({ file }).close();
});

const items_count = 3;

test('kill -9 amid writes loses nothing that was acknowledged, and leaves nothing half', async () => {
  const file = join(folder, 'killed.sqlite');
  const writer = fileURLToPath(new URL('helpers/engine-writer.ts', import.meta.url));
  for (const acknowledgements of [1, 40, 300]) {
    const child = spawn(process.execPath, [writer, file, String(items_count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const part of child.stdout.setEncoding('utf8')) {
      said += part;
      // Lines written before the kill arrives are read as well: the loop ends with the pipe.
      if (said.split('\n').length > acknowledgements) endAtOnce(child.pid ?? 0);
    }
    const acknowledged = said.split('\n').slice(0, -1);
    assert.ok(acknowledged.length >= acknowledgements);
    const core = openCore({ file });
    const { Items } = core.call<{ Items: readonly { pk: { S: string } }[] }>('Scan', {
      TableName: 'notes',
    });
    const counts = Map.groupBy(Items, ({ pk }) => pk.S);
    for (const id of acknowledged) assert.equal(counts.get(id)?.length, items_count, id);
    for (const [id, items] of counts) assert.equal(items.length, items_count, id);
    const { Table } = core.call<{ Table: { ItemCount: number } }>('DescribeTable', {
      TableName: 'notes',
    });
    assert.equal(Table.ItemCount, Items.length);
    const { Count } = core.call<{ Count: number }>('Scan', {
      TableName: 'notes',
      IndexName: 'by_author',
      Select: 'COUNT',
    });
    assert.equal(Count, Items.length);
    core.call('DeleteTable', { TableName: 'notes' });
    core.close();
  }
});

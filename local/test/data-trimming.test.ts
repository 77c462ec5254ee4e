import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { startEngine } from '../dynamodb/engine.ts';
import { dataResources, notes } from './helpers/data-resources.ts';
import { fedFunction } from './helpers/fed.ts';
import { type FedStreams, fromStream, startFedStreams, streamArn, tableIn } from './helpers/fed-streams.ts';
import { until } from './helpers/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'trimmed-'));
after(() => rmSync(folder, { recursive: true }));

const start = (): Promise<FedStreams> =>
  startFedStreams(
    {
      functions: { reader: fedFunction },
      resources: {
        Notes: tableIn('notes'),
        Unread: tableIn('unread'),
        ...fromStream('reader', streamArn('notes'), {}),
      },
    },
    { folder },
  );

/** Runs on the engine's file, beside the engine. */
const onFile = <T>(action: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(folder, 'dynamodb.sqlite'), { timeout: 5_000 });
  try {
    return action(database);
  } finally {
    database.close();
  }
};

const becomeOld = () => onFile((database) => database.exec('UPDATE _stream_records SET created_at = 1'));

const numbersOf = (table: string): number[] =>
  onFile((database) => database.prepare('SELECT sequence_number FROM _stream_records WHERE table_name = ?').all(table))
    .map(({ sequence_number }) => Number(sequence_number))
    .sort((a, b) => a - b);

/** The reader has answered, so that what it was given is confirmed. */
const confirmed = async (machine: FedStreams, ...keys: string[]) => {
  await until(() => keys.every((key) => machine.keys('reader').includes(key)), `${keys} are read`);
  await until(() => machine.local.pool.instances().every(({ state }) => state() === 'idle'), 'every instance is idle');
};

test('records of more than a day are deleted, and the stream goes on', async () => {
  const machine = await start();
  for (const key of ['one', 'two', 'three']) await machine.put('notes', key, {});
  for (const key of ['one', 'two']) await machine.put('unread', key, {});
  await confirmed(machine, 'one', 'two', 'three');
  assert.equal(await machine.local.trimming.trim(), 0, 'young records stay');
  machine.local.mappings.pause('reader');
  await machine.put('notes', 'four', {});
  await machine.put('notes', 'five', {});
  becomeOld();
  assert.equal(await machine.local.trimming.trim(), 3);
  assert.deepEqual(numbersOf('unread'), [2], 'the last stays, for the engine counts on from it');
  assert.deepEqual(numbersOf('notes'), [3, 4, 5], 'what nobody has read stays, and where it begins');
  machine.local.mappings.resume('reader');
  await confirmed(machine, 'four', 'five');
  assert.equal(await machine.local.trimming.trim(), 2);
  await machine.put('unread', 'three', {});
  assert.deepEqual(numbersOf('unread'), [2, 3], 'numbers never go back');
  await machine.put('notes', 'six', {});
  await confirmed(machine, 'six');
  assert.deepEqual(machine.keys('reader'), ['one', 'two', 'three', 'four', 'five', 'six']);
  becomeOld();
  await machine.local.trimming.trim();
  await machine.stop();

  const again = await start();
  await again.put('notes', 'seven', {});
  await confirmed(again, 'seven');
  assert.deepEqual(again.keys('reader'), ['seven'], 'a restart goes on where it was');
  await again.stop();
});

test('the engine finds the end of a stream and what follows a position by an index', async () => {
  const engine = await startEngine({ resources: [], folder });
  // As they stand in the engine, which runs the first at each write and the second at each read of a stream.
  const statements = [
    'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1',
    `SELECT event_name, keys_json, new_image, old_image, sequence_number, created_at, user_identity
       FROM _stream_records
      WHERE table_name = ?1 AND shard_id = ?2 AND CAST(sequence_number AS INTEGER) > ?3
      ORDER BY CAST(sequence_number AS INTEGER) ASC
      LIMIT ?4`,
  ];
  const plans = onFile((database) =>
    statements.map((statement) => database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all()),
  );
  await engine.stop();
  for (const plan of plans) {
    assert.equal(plan.length, 1, 'neither sorted nor scanned');
    assert.match(
      String(plan[0]?.detail),
      /^SEARCH _stream_records USING .*INDEX _stream_records_in_order \(table_name=/,
    );
  }
});

test('data in memory leave no file that would have to be removed', async () => {
  const engine = await startEngine({ resources: dataResources() });
  const ours = readdirSync('/proc/self/fd').flatMap((number) => linkOf(`/proc/self/fd/${number}`) ?? []);
  const open = ours.filter((path) => path.includes('dynamodb.sqlite'));
  const Item = { pk: { S: 'a' }, sk: { S: '1' } };
  await engine.call('PutItem', { TableName: notes, Item });
  const found = await engine.call('GetItem', { TableName: notes, Key: Item });
  await engine.stop();
  assert.deepEqual(found, { Item });
  assert.ok(open.length > 0 && open.every((path) => path.endsWith(' (deleted)')), open.join());
});

/** Undefined for what was closed since we looked. */
const linkOf = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};

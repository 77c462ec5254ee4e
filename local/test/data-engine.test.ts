import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { GetCommand, PutCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { startEngine } from '../dynamodb/engine.ts';
import { BadConfiguration } from '../errors.ts';
import { startDataPlane } from './helpers/data-plane.ts';
import { dataResources, leases, notes, notesTable } from './helpers/data-resources.ts';
import { openToOthers } from './helpers/processes.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-data-'));
});
after(() => rm(folder, { recursive: true }));

const key = { pk: 'a', sk: '1' };

test('items survive a restart', async () => {
  const first = await startDataPlane(dataResources(), join(folder, 'kept'));
  await first.client().send(new PutCommand({ TableName: notes, Item: { ...key, title: 'kept' } }));
  await first.stop();
  const second = await startDataPlane(dataResources(), join(folder, 'kept'));
  const { Item } = await second.client().send(new GetCommand({ TableName: notes, Key: key }));
  await second.stop();
  assert.deepEqual(Item, { ...key, title: 'kept' });
});

test('data are for their owner alone, whatever the umask and the mode of the folder', async () => {
  const shown = join(folder, 'shown');
  await mkdir(shown);
  await chmod(shown, 0o755);
  await writeFile(join(shown, 'dynamodb.sqlite'), '', { mode: 0o644 });
  const umask = process.umask(0);
  const plane = await startDataPlane(dataResources(), shown).finally(() => process.umask(umask));
  await plane.client().send(new PutCommand({ TableName: notes, Item: { pk: 'a', sk: '1' } }));
  const found = openToOthers(shown);
  await plane.stop();
  assert.deepEqual(found, []);
});

test('a table gets the attribute of expiry that its template names, and loses the one that it does not name any more', async () => {
  const named = (attribute?: string) =>
    dataResources().map((one) =>
      one.physicalId !== leases
        ? one
        : {
            ...one,
            properties: {
              ...one.properties,
              TimeToLiveSpecification: attribute && { AttributeName: attribute },
            },
          },
    );
  const expiryOf = async (attribute?: string) => {
    const engine = await startEngine({
      resources: named(attribute),
      folder: join(folder, 'expiry'),
    });
    const found = await engine.call<{ TimeToLiveDescription: { AttributeName?: string } }>(
      'DescribeTimeToLive',
      {
        TableName: leases,
      },
    );
    await engine.stop();
    return found.TimeToLiveDescription.AttributeName;
  };
  for (const attribute of ['one', 'one', 'other', undefined])
    assert.equal(await expiryOf(attribute), attribute);
});

test('a table of another shape is rejected with the way out', async () => {
  const resources = (sort: string) => [
    ...dataResources().filter(({ physicalId }) => physicalId !== notes),
    notesTable(sort),
  ];
  const kept = join(folder, 'shape');
  await (await startEngine({ resources: resources('sk'), folder: kept })).stop();
  await (await startEngine({ resources: resources('sk'), folder: kept })).stop();
  await assert.rejects(
    startEngine({ resources: resources('title'), folder: kept }),
    (error: Error) => {
      assert.ok(error instanceof BadConfiguration);
      assert.match(error.message, /test-sandbox-notes.*npm run local:reset/);
      return true;
    },
  );
});

test('a folder that cannot be written is rejected in one sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(startEngine({ resources: [], folder: file }), {
    name: 'BadConfiguration',
    message: `The data folder ${file} cannot be written.`,
  });
});

test('a folder of an earlier release is refused in one sentence, and stays as it is', async () => {
  const earlier = join(folder, 'earlier');
  await mkdir(earlier);
  const file = join(earlier, 'dynamodb.sqlite');
  const database = new DatabaseSync(file);
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE _tables (name TEXT); INSERT INTO _tables VALUES ('kept')",
  );
  database.close();
  const before = await readFile(file);
  const refused = {
    name: 'BadConfiguration',
    message: /another release.*`npm run local:reset`\.$/,
  };
  for (const _ of [1, 2])
    await assert.rejects(startEngine({ resources: dataResources(), folder: earlier }), refused);
  assert.deepEqual(await readFile(file), before);
});

test('a folder serves one machine at a time', async () => {
  const shared = join(folder, 'shared');
  const first = await startEngine({ resources: [], folder: shared });
  const refused = { name: 'BadConfiguration', message: /^Another process has the data in / };
  await assert.rejects(startEngine({ resources: [], folder: shared }), refused);
  await first.stop();
  await (await startEngine({ resources: [], folder: shared })).stop();
});

test('while the disk is full writes are answered with 503 and change nothing, reads go on, and so do writes in new room', async (context) => {
  const databases: DatabaseSync[] = [];
  const { exec } = DatabaseSync.prototype;
  context.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
    databases.push(this);
    return exec.call(this, sql);
  });
  const said = context.mock.method(console, 'error', () => {});
  const plane = await startDataPlane(dataResources(), join(folder, 'full'));
  context.after(plane.stop);
  const client = plane.client();
  /** The disk is full when the file may not grow beyond the pages that it has. */
  const room = (pages: number) =>
    databases.at(-1)?.prepare(`PRAGMA max_page_count = ${pages}`).get();
  const put = (sk: string) =>
    client.send(
      new TransactWriteCommand({
        TransactItems: ['a', 'b'].map((pk) => ({
          Put: { TableName: notes, Item: { pk, sk, author: 'ada', text: 'x'.repeat(100_000) } },
        })),
      }),
    );
  const read = async () => {
    const { Items = [] } = await client.send(
      new ScanCommand({ TableName: notes, ConsistentRead: true }),
    );
    return Items.map(({ pk, sk }) => `${pk}${sk}`).sort();
  };
  await put('1');
  room(1);
  for (const _ of [1, 2, 3])
    await assert.rejects(
      put('2'),
      (error: { name: string; $metadata: { httpStatusCode?: number } }) => {
        assert.deepEqual([error.name, error.$metadata.httpStatusCode], ['ServiceUnavailable', 503]);
        return true;
      },
    );
  assert.deepEqual(await read(), ['a1', 'b1']);
  room(1_000_000);
  await put('2');
  assert.deepEqual(await read(), ['a1', 'a2', 'b1', 'b2']);
  assert.equal(said.mock.callCount(), 1, 'not at every request');
  assert.match(
    String(said.mock.calls[0]?.arguments[0]),
    /^Nothing can be written into the data folder \(.*full\)/,
  );
});

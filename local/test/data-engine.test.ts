import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { startEngine } from '../dynamodb/engine.ts';
import { startEngineProcess } from '../dynamodb/engine-process.ts';
import { BadConfiguration } from '../errors.ts';
import { startDataPlane } from './helpers/data-plane.ts';
import { dataResources, notes, notesTable } from './helpers/data-resources.ts';
import { openToOthers } from './helpers/processes.ts';
import { until } from './helpers/until.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-data-'));
});
after(() => rm(folder, { recursive: true }));

/** Processes that have this engine's port in their command line and are not just waiting to be buried. */
const processesOf = (endpoint: string): string[] =>
  execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`--port ${new URL(endpoint).port}`) && !line.startsWith('Z'));

test('items survive a restart, and no process survives a stop', async () => {
  const key = { pk: 'a', sk: '1' };
  const first = await startDataPlane(dataResources(), join(folder, 'kept'));
  assert.ok(processesOf(first.engine.endpoint).length > 0);
  await first.client().send(new PutCommand({ TableName: notes, Item: { ...key, title: 'kept' } }));
  await first.stop();
  await until(() => processesOf(first.engine.endpoint).length === 0, 'no process of the engine is left');
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

test('what was asked before a stop is answered', async () => {
  const engine = await startEngine({ resources: dataResources() });
  const input = JSON.stringify({ TableName: notes, Item: { pk: { S: 'a' }, sk: { S: '1' } } });
  const asked = Array.from({ length: 20 }, () => engine.send('DynamoDB_20120810.PutItem', input));
  const answers = Promise.all(asked);
  await engine.stop();
  assert.deepEqual(new Set((await answers).map(({ status }) => status)), new Set([200]));
});

test('the engine ends with its parent, even when that is killed', async () => {
  const engine = new URL('../dynamodb/engine.ts', import.meta.url).href;
  const script = `const { startEngine } = await import('${engine}');
    const { endpoint } = await startEngine({ resources: [] });
    console.log(endpoint);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(parent.stdout, 'data');
  const endpoint = String(printed).trim();
  assert.ok(processesOf(endpoint).length > 0);
  parent.kill('SIGKILL');
  await until(() => processesOf(endpoint).length === 0, 'the engine is gone');
});

test('a table of another shape is rejected with the way out', async () => {
  const resources = (sort: string) => [
    ...dataResources().filter(({ physicalId }) => physicalId !== notes),
    notesTable(sort),
  ];
  const kept = join(folder, 'shape');
  await (await startEngine({ resources: resources('sk'), folder: kept })).stop();
  await (await startEngine({ resources: resources('sk'), folder: kept })).stop();
  await assert.rejects(startEngine({ resources: resources('title'), folder: kept }), (error: Error) => {
    assert.ok(error instanceof BadConfiguration);
    assert.match(error.message, /test-sandbox-notes.*npm run local:reset/);
    return true;
  });
});

test('a folder that cannot be written is rejected in one sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(startEngine({ resources: [], folder: file }), {
    name: 'BadConfiguration',
    message: `The data folder ${file} cannot be written.`,
  });
});

test('an engine that does not start says why and what to do', async () => {
  const broken = join(folder, 'broken');
  await mkdir(join(broken, 'dynamodb.sqlite'), { recursive: true });
  const sentence = {
    name: 'BadConfiguration',
    message: /does not start \(.+\): run `npm ci`, or set DYNAMODB_ENDPOINT/,
  };
  await assert.rejects(startEngine({ resources: [], folder: broken }), sentence);
  await assert.rejects(startEngineProcess(undefined, ['/nowhere/engine']), sentence);
});

test('an engine that runs already is used and left running', async () => {
  const own = await startEngine({ resources: [] });
  const guest = await startEngine({ resources: dataResources(), endpoint: own.endpoint });
  await guest.stop();
  const { TableNames } = await own.call<{ TableNames: string[] }>('ListTables', {});
  await own.stop();
  assert.ok(TableNames.includes(notes));
});

test('an address where no engine answers is rejected in one sentence', async () => {
  const rejected = { name: 'BadConfiguration', message: /DYNAMODB_ENDPOINT/ };
  for (const endpoint of ['http://127.0.0.1:1', 'not an address', 'https://dynamodb.eu-west-1.amazonaws.com'])
    await assert.rejects(startEngine({ resources: dataResources(), endpoint }), rejected);
});

test('at an external engine each folder has its own database, which goes with it, and memory a new one', async () => {
  const { endpoint, stop } = await startEngine({ resources: [] });
  const databaseIn = async (of: string | undefined): Promise<string> => {
    const guest = await startEngine({ resources: [], endpoint, folder: of });
    await guest.stop();
    return guest.database.keyId;
  };
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  const first = await databaseIn(one);
  assert.equal(await databaseIn(one), first);
  assert.match(first, /^[0-9A-Za-z]+$/);
  await rm(one, { recursive: true });
  const more = [
    await databaseIn(one),
    await databaseIn(other),
    await databaseIn(undefined),
    await databaseIn(undefined),
  ];
  await stop();
  assert.equal(new Set([first, ...more]).size, 5);
});

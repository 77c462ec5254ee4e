import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openCore } from '../dynamodb/engine/core.ts';
import { serveCore } from '../dynamodb/engine/http.ts';
import { startEngine } from '../dynamodb/engine.ts';
import { listening } from '../listening.ts';
import { openStream } from '../mappings/stream-reader.ts';
import { dataResources, notes } from './helpers/data-resources.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-data-'));
});
after(() => rm(folder, { recursive: true }));

test('a DynamoDB that runs already is used and left running', async () => {
  const core = openCore();
  const { port, stop } = await serveCore(core, 0);
  const engine = await startEngine({
    resources: dataResources(),
    endpoint: `http://127.0.0.1:${port}`,
  });
  const Item = { pk: { S: 'a' }, sk: { S: '1' } };
  const asked = Array.from({ length: 20 }, () =>
    engine.call('PutItem', { TableName: notes, Item }),
  );
  const stream = await openStream(engine, notes);
  const { records } = await stream.after(await stream.beginning(), 10);
  const once = { TableName: notes, Item, ConditionExpression: 'attribute_not_exists(pk)' };
  const transaction = {
    TransactItems: [{ Put: { ...once, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } }],
  };
  await assert.rejects(engine.call('TransactWriteItems', transaction), {
    name: 'AwsError',
    status: 400,
    code: 'TransactionCanceledException',
    members: {
      CancellationReasons: [
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item },
      ],
    },
  });
  assert.throws(() => engine.indexLag.hold(), /another DynamoDB/);
  await engine.stop();
  assert.deepEqual(
    await Promise.all(asked),
    asked.map(() => ({})),
    'what was asked before the stop is answered',
  );
  const { TableNames } = core.call<{ TableNames: string[] }>('ListTables', {});
  await stop();
  core.close();
  assert.equal(records.length, 1);
  assert.ok(TableNames.includes(notes));
});

test('an address where none answers is rejected in one sentence', async () => {
  const rejected = { name: 'BadConfiguration', message: /DYNAMODB_ENDPOINT/ };
  for (const endpoint of [
    'http://127.0.0.1:1',
    'not an address',
    'https://dynamodb.eu-west-1.amazonaws.com',
  ])
    await assert.rejects(startEngine({ resources: dataResources(), endpoint }), rejected);
});

test('each folder has its own database, which goes with it, and memory a new one', async () => {
  const named: string[] = [];
  const server = createServer(({ headers }, response) => {
    named.push(/Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '');
    response.end('{}');
  });
  const { port, stop } = await listening(server);
  const databaseIn = async (kept: string | undefined) => {
    const engine = await startEngine({
      resources: [],
      endpoint: `http://127.0.0.1:${port}`,
      folder: kept,
    });
    await engine.call('ListTables', {});
    await engine.stop();
    return named.at(-1);
  };
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  const first = await databaseIn(one);
  assert.equal(await databaseIn(one), first);
  assert.match(first ?? '', /^[0-9A-Za-z]+$/);
  await rm(one, { recursive: true });
  const more: (string | undefined)[] = [];
  for (const each of [one, other, undefined, undefined]) more.push(await databaseIn(each));
  await stop();
  assert.equal(new Set([first, ...more]).size, 5);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fedFunction } from './helpers/fed.ts';
import {
  type FedStreams,
  fromStream,
  startFedStreams,
  streamArn,
  tableIn,
} from './helpers/fed-streams.ts';
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

/** Calls of the operator, who may read streams. */
const asking = async ({ local }: FedStreams, operation: string, input: object) => {
  const signed = `Credential=${local.operator.accessKeyId}/20200101/eu-west-1/dynamodb/aws4_request`;
  const response = await fetch(local.endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 ${signed}, SignedHeaders=host, Signature=0`,
      'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  return (await response.json()) as {
    readonly Streams: readonly { readonly StreamArn: string }[];
    readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] };
    readonly ShardIterator: string;
    readonly Records: readonly { readonly dynamodb: { readonly SequenceNumber: string } }[];
  };
};

/** The numbers of the records that a table's stream still has. */
const numbersOf = async (machine: FedStreams, TableName: string): Promise<number[]> => {
  const { Streams } = await asking(machine, 'ListStreams', { TableName });
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await asking(machine, 'DescribeStream', { StreamArn });
  const from = {
    StreamArn,
    ShardId: StreamDescription.Shards[0]?.ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  };
  const { ShardIterator } = await asking(machine, 'GetShardIterator', from);
  const { Records } = await asking(machine, 'GetRecords', { ShardIterator });
  return Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
};

/** The reader has answered, so that what it was given is confirmed. */
const confirmed = async (machine: FedStreams, ...keys: string[]) => {
  await until(() => keys.every((key) => machine.keys('reader').includes(key)), `${keys} are read`);
  await until(
    () => machine.local.pool.instances().every(({ state }) => state() === 'idle'),
    'every instance is idle',
  );
};

const day_ms = 24 * 60 * 60_000;

test('records of more than a day are deleted, and the stream goes on', async (context) => {
  const machine = await start();
  const { mappings, upkeep } = machine.local;
  const trimTomorrow = async (): Promise<number> => {
    // A reader that saw the time of tomorrow would read again only then.
    mappings.pause('reader');
    await until(() => mappings.list().every(({ state }) => state === 'Disabled'));
    const tomorrow = Date.now() + day_ms + 1;
    const { mock } = context.mock.method(Date, 'now', () => tomorrow);
    try {
      return await upkeep.trim();
    } finally {
      mock.restore();
      mappings.resume('reader');
    }
  };
  for (const key of ['one', 'two', 'three']) await machine.put('notes', key, {});
  for (const key of ['one', 'two']) await machine.put('unread', key, {});
  await confirmed(machine, 'one', 'two', 'three');
  assert.equal(await upkeep.trim(), 0, 'young records stay');
  mappings.pause('reader');
  await machine.put('notes', 'four', {});
  await machine.put('notes', 'five', {});
  assert.equal(await trimTomorrow(), 4);
  assert.deepEqual(await numbersOf(machine, 'unread'), []);
  assert.deepEqual(
    await numbersOf(machine, 'notes'),
    [3, 4, 5],
    'what nobody has read stays, and where it begins',
  );
  await confirmed(machine, 'four', 'five');
  assert.equal(await trimTomorrow(), 2);
  await machine.put('unread', 'three', {});
  assert.deepEqual(await numbersOf(machine, 'unread'), [3], 'numbers never go back');
  await machine.put('notes', 'six', {});
  await confirmed(machine, 'six');
  assert.deepEqual(machine.keys('reader'), ['one', 'two', 'three', 'four', 'five', 'six']);
  await trimTomorrow();
  await machine.stop();

  const again = await start();
  await again.put('notes', 'seven', {});
  await confirmed(again, 'seven');
  assert.deepEqual(again.keys('reader'), ['seven'], 'a restart goes on where it was');
  await again.stop();
});

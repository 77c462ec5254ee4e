import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../dynamodb/engine.ts';
import { openStream } from '../mappings/stream-reader.ts';

/** An engine with one stream, whose records before a number are forgotten. */
const streaming = (numbers: readonly number[], forgotten: { before: number }) => {
  const call = (operation: string, input: Readonly<Record<string, unknown>>): [number, unknown] => {
    if (operation === 'ListStreams') return [200, { Streams: [{ StreamArn: 'stream' }] }];
    if (operation === 'DescribeStream') return [200, { StreamDescription: { Shards: [{ ShardId: 'shard' }] } }];
    if (operation === 'GetShardIterator') {
      const oldest = input.ShardIteratorType === 'TRIM_HORIZON';
      return [200, { ShardIterator: String(oldest ? forgotten.before : Number(input.SequenceNumber) + 1) }];
    }
    const from = Number(input.ShardIterator);
    if (from < forgotten.before) return [400, { __type: 'dynamodb#TrimmedDataAccessException', message: 'past' }];
    const some = numbers.filter((number) => number >= from);
    const Records = some.map((number) => ({ eventName: 'INSERT', dynamodb: { SequenceNumber: String(number) } }));
    return [200, { Records, NextShardIterator: String((some.at(-1) ?? from - 1) + 1) }];
  };
  const send: Engine['send'] = async (target, body) => {
    const [status, answer] = call(target.split('.')[1] ?? '', JSON.parse(String(body)));
    return { status, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
  };
  return openStream({ send } as Engine, 'table');
};

const numbersOf = ({ records }: { records: readonly { dynamodb: { SequenceNumber: string } }[] }) =>
  records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

test('what follows a place is forgotten: reading goes on with the oldest record that is there', async () => {
  const reader = await streaming([7, 8, 9], { before: 8 });
  const found = await reader.after({ stream: 'stream', shard: 'shard', sequence: '3' }, 100);
  assert.deepEqual(numbersOf(found), [8, 9]);
  assert.deepEqual(numbersOf(await reader.after(found.position, 100)), []);
});

test('a stream that was read while it was empty is read on when its first record has a later number', async () => {
  const [numbers, forgotten] = [[] as number[], { before: 0 }];
  const reader = await streaming(numbers, forgotten);
  const { position } = await reader.after(await reader.beginning(), 100);
  numbers.push(51);
  forgotten.before = 51;
  assert.deepEqual(numbersOf(await reader.after(position, 100)), [51]);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Engine } from '../dynamodb/engine.ts';
import { AwsError } from '../errors.ts';
import { watchProcessors } from '../functions/pool.ts';
import { batchOutcomeOf, intoPayloads, payloadOf } from '../mappings/batch.ts';
import { createLoop } from '../mappings/loop.ts';
import { pauseBefore } from '../mappings/queue-mapping.ts';
import type { StreamMapping } from '../mappings/settings.ts';
import { processBatch } from '../mappings/stream-batch.ts';
import { openStream, type StreamEntry } from '../mappings/stream-reader.ts';
import { createWindows } from '../mappings/tumbling-window.ts';

describe('the answer about a batch', () => {
  const ids = new Set(['a', 'b']);
  const read = (payload: unknown, functionError?: 'Unhandled') =>
    batchOutcomeOf(
      { requestId: 'r', payload: JSON.stringify(payload), ...(functionError && { functionError }) },
      ids,
      true,
    );
  const failures = (...itemIdentifiers: unknown[]) => ({
    batchItemFailures: itemIdentifiers.map((itemIdentifier) => ({ itemIdentifier })),
  });

  test('names those that failed, or none', () => {
    for (const nothing of [
      null,
      {},
      { batchItemFailures: null },
      { batchItemFailures: [] },
      { other: 1 },
    ])
      assert.deepEqual(read(nothing), { kind: 'done', failed: new Set() }, JSON.stringify(nothing));
    assert.deepEqual(read(failures('b')), { kind: 'done', failed: new Set(['b']) });
  });

  for (const odd of [
    failures(''),
    failures(null),
    failures('a', 'c'),
    { batchItemFailures: [{ id: 'a' }] },
    { batchItemFailures: [null] },
    { batchItemFailures: 'a' },
    'done',
  ]) {
    test(`${JSON.stringify(odd)} fails all of it`, () =>
      assert.deepEqual(read(odd), { kind: 'thrown' }));
  }

  test('is not looked at when the function failed or the mapping does not report', () => {
    assert.deepEqual(read({}, 'Unhandled'), { kind: 'thrown' });
    assert.deepEqual(batchOutcomeOf(undefined, ids, true), { kind: 'thrown' });
    const payload = JSON.stringify(failures('a'));
    assert.deepEqual(batchOutcomeOf({ requestId: 'r', payload }, ids, false), {
      kind: 'done',
      failed: new Set(),
    });
  });
});

describe('a payload', () => {
  test('is the event that holds the records', () => {
    assert.deepEqual(JSON.parse(payloadOf(['{"a":1}', '{"b":2}'])), {
      Records: [{ a: 1 }, { b: 2 }],
    });
  });

  test('never exceeds what Lambda takes, and cuts no more than it must', () => {
    const item = (kb: number) => ({ text: JSON.stringify('é'.repeat(kb * 512)) });
    const cut = intoPayloads([item(3_000), item(3_000), item(200), item(5_000), item(10)]);
    const sizes = cut.map(({ length }) => length);
    assert.deepEqual(sizes, [2, 3]);
    for (const batch of cut)
      assert.ok(Buffer.byteLength(payloadOf(batch.map(({ text }) => text))) <= 6_291_556);
    assert.deepEqual(intoPayloads([]), []);
  });
});

describe('one more batch', () => {
  const now = 100_000;

  test('runs at once beside one, and beside any number that take long', () => {
    assert.equal(pauseBefore([], true, now), 0);
    assert.equal(pauseBefore([now], true, now), 0);
    assert.equal(pauseBefore([...Array.from({ length: 9 }, () => now - 1_500), now], true, now), 0);
    assert.equal(pauseBefore([now - 250, now - 250, now], false, now), 0);
  });

  test('waits for two quick ones until the older of them takes long: longer where the processors are busy', () => {
    assert.equal(pauseBefore([now - 100, now - 200], false, now), 50);
    assert.equal(pauseBefore([now - 100, now - 200], true, now), 1_300);
    assert.equal(pauseBefore([now - 1_400, now, now - 5_000], true, now), 100);
  });
});

describe('processors', () => {
  test('are busy when hardly any time was to spare since the last look', () => {
    let [idle, at] = [0, 0];
    const areBusy = watchProcessors(
      () => ({ idle, all: 2 * at }),
      () => at,
    );
    assert.equal(areBusy(), false);
    at = 200;
    assert.equal(areBusy(), true);
    [idle, at] = [400, 250];
    assert.equal(areBusy(), true, 'nobody looks so often');
    at = 400;
    assert.equal(areBusy(), false);
  });
});

describe('a batch of records that are too old', () => {
  const entry = (sequence: string, created_ms: number): StreamEntry => ({
    sequence,
    created_ms,
    text: `"${sequence}"`,
    position: { stream: 'arn', shard: 'one', sequence },
  });

  test('is given up without an invocation, and the destination gets its numbers', async () => {
    const [sent, confirmed, invoked]: [string[], unknown[], string[]] = [[], [], []];
    const mapping = {
      of: { name: 'relay', arn: 'arn:relay' },
      age_ms_max: 3_600_000,
      retries_max: 1,
      streamArn: 'arn',
      reportsItems: true,
      onFailure: { send: (body: string) => sent.push(body) },
    } as unknown as StreamMapping;
    const invoke = async (_: string, payload: string) => {
      invoked.push(payload);
      return { requestId: 'r', payload: '{}' };
    };
    const context = { invoke, mayRead: () => true, areProcessorsBusy: () => false, workers: 8 };
    const confirm = ({ sequence }: { readonly sequence?: string }) => void confirmed.push(sequence);
    const batch = [entry('1', 0), entry('2', 1_000), entry('3', Date.now())];
    const windows = createWindows(mapping);
    assert.equal(
      await processBatch({ mapping, context, confirm, windows, loop: createLoop() }, batch),
      true,
    );
    assert.deepEqual([invoked, confirmed], [['{"Records":["3"]}'], ['2', '3']]);
    const [message] = sent.map((body) => JSON.parse(body));
    assert.deepEqual(message.requestContext.condition, 'RecordAgeExceeded');
    assert.equal(message.requestContext.functionArn, 'arn:relay:$LATEST');
    assert.equal('responseContext' in message, false);
    const { startSequenceNumber, endSequenceNumber, batchSize, shardId } =
      message.DDBStreamBatchInfo;
    assert.deepEqual(
      [startSequenceNumber, endSequenceNumber, batchSize, shardId],
      ['1', '2', 2, 'one'],
    );
    assert.equal(
      message.DDBStreamBatchInfo.approximateArrivalOfLastRecord,
      '1970-01-01T00:00:01.000Z',
    );
    assert.equal(sent.length, 1);
  });
});

/** An engine with one stream, whose records before a number are trimmed. */
const streaming = (numbers: readonly number[], trimmed: { before: number }) => {
  const answer = (operation: string, input: Readonly<Record<string, unknown>>): unknown => {
    if (operation === 'ListStreams') return { Streams: [{ StreamArn: 'stream' }] };
    if (operation === 'DescribeStream')
      return { StreamDescription: { Shards: [{ ShardId: 'shard' }] } };
    if (operation === 'GetShardIterator') {
      const oldest = input.ShardIteratorType === 'TRIM_HORIZON';
      return { ShardIterator: String(oldest ? trimmed.before : Number(input.SequenceNumber) + 1) };
    }
    const from = Number(input.ShardIterator);
    if (from < trimmed.before) throw new AwsError(400, 'TrimmedDataAccessException', 'past');
    const some = numbers.filter((number) => number >= from);
    const Records = some.map((number) => ({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: String(number) },
    }));
    return { Records, NextShardIterator: String((some.at(-1) ?? from - 1) + 1) };
  };
  const call: Engine['call'] = async <T>(operation: string, input: unknown) =>
    answer(operation, input as Readonly<Record<string, unknown>>) as T;
  return openStream({ call } as Engine, 'table');
};

const numbersOf = ({ records }: { records: readonly { dynamodb: { SequenceNumber: string } }[] }) =>
  records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

test('what follows a place is trimmed: reading goes on with the oldest record that is there', async () => {
  const reader = await streaming([7, 8, 9], { before: 8 });
  const found = await reader.after({ stream: 'stream', shard: 'shard', sequence: '3' }, 100);
  assert.deepEqual(numbersOf(found), [8, 9]);
  assert.deepEqual(numbersOf(await reader.after(found.position, 100)), []);
});

test('a stream that was read while it was empty is read on when its first record has a later number', async () => {
  const [numbers, trimmed] = [[] as number[], { before: 0 }];
  const reader = await streaming(numbers, trimmed);
  const { position } = await reader.after(await reader.beginning(), 100);
  numbers.push(51);
  trimmed.before = 51;
  assert.deepEqual(numbersOf(await reader.after(position, 100)), [51]);
});

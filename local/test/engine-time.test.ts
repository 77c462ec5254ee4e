import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCore } from '../dynamodb/engine/core.ts';
import { byAuthor, createNotes, noteOf, putNote, recordsOf } from './helpers/engine-tables.ts';

/** An engine whose time and index lag stand in an object. */
const engineAt = (clock: { now_ms: number; lag_ms: number }) => {
  const core = openCore({ now: () => clock.now_ms, lagMs: () => clock.lag_ms });
  createNotes(core);
  return core;
};

test('an index shows a change when its time has come, and never a later one first', () => {
  const clock = { now_ms: 1_000, lag_ms: 500 };
  const core = engineAt(clock);
  putNote(core, noteOf('1', 'ada'));
  clock.lag_ms = 0;
  putNote(core, noteOf('2', 'ada'));
  assert.deepEqual(byAuthor(core, 'ada'), []);
  clock.now_ms = 1_499;
  assert.deepEqual(byAuthor(core, 'ada'), []);
  clock.now_ms = 1_500;
  assert.deepEqual(byAuthor(core, 'ada'), ['1', '2']);
});

test('an index that lags shows an item under its old key, then under its new one', () => {
  const clock = { now_ms: 1_000, lag_ms: 0 };
  const core = engineAt(clock);
  putNote(core, noteOf('1', 'ada'));
  clock.lag_ms = Number.POSITIVE_INFINITY;
  putNote(core, noteOf('1', 'bob'));
  core.call('DeleteItem', { TableName: 'notes', Key: { pk: { S: 'a' }, sk: { S: '1' } } });
  putNote(core, noteOf('2', 'bob'));
  clock.now_ms = Number.MAX_SAFE_INTEGER;
  assert.deepEqual([byAuthor(core, 'ada'), byAuthor(core, 'bob')], [['1'], []]);
  core.catchUp();
  assert.deepEqual([byAuthor(core, 'ada'), byAuthor(core, 'bob')], [[], ['2']]);
  clock.lag_ms = 0;
  putNote(core, noteOf('3', 'bob'));
  assert.deepEqual(byAuthor(core, 'bob'), ['2', '3']);
});

test('an item expires in the second after the one it names, and its record says who deleted it', () => {
  const clock = { now_ms: 10_000_000, lag_ms: 0 };
  const core = engineAt(clock);
  putNote(core, noteOf('1', 'ada', { expires: { N: '10000' } }));
  putNote(core, noteOf('2', 'ada', { expires: { S: '1' } }));
  putNote(core, noteOf('3', 'ada', { expires: { N: '20000.5' } }));
  assert.equal(core.expire('notes', 10), 0);
  clock.now_ms = 10_001_000;
  assert.equal(core.expire('notes', 10), 1);
  assert.deepEqual(byAuthor(core, 'ada'), ['2', '3']);
  const removed = recordsOf(core).at(-1);
  assert.equal(removed?.eventName, 'REMOVE');
  assert.deepEqual(removed?.userIdentity, {
    Type: 'Service',
    PrincipalId: 'dynamodb.amazonaws.com',
  });
});

test('a write that changes nothing has no record in the stream', () => {
  const core = engineAt({ now_ms: 1_000, lag_ms: 0 });
  putNote(core, noteOf('1', 'ada'));
  putNote(core, noteOf('1', 'ada'));
  putNote(core, noteOf('1', 'bob'));
  assert.deepEqual(
    recordsOf(core).map(({ eventName }) => eventName),
    ['INSERT', 'MODIFY'],
  );
});

test('an item that was renewed does not expire, nor one of more than five years ago, and a portion is no more', () => {
  const clock = { now_ms: 300_000_000_000, lag_ms: 0 };
  const core = engineAt(clock);
  putNote(core, noteOf('old', 'ada', { expires: { N: '100000000' } }));
  for (const sk of ['1', '2', '3'])
    putNote(core, noteOf(sk, 'ada', { expires: { N: '299999999' } }));
  putNote(core, noteOf('2', 'ada', { expires: { N: '300000001' } }));
  assert.deepEqual(
    [core.expire('notes', 1), core.expire('notes', 1), core.expire('notes', 1)],
    [1, 1, 0],
  );
  assert.deepEqual(byAuthor(core, 'ada'), ['2', 'old']);
});

test('items that were there before their attribute of expiry was named expire too', () => {
  const clock = { now_ms: 10_000_000, lag_ms: 0 };
  const core = engineAt(clock);
  const expiry = (AttributeName: string, Enabled: boolean) =>
    core.call('UpdateTimeToLive', {
      TableName: 'notes',
      TimeToLiveSpecification: { AttributeName, Enabled },
    });
  putNote(core, noteOf('1', 'ada', { expires: { N: '1' }, until: { N: '20000' } }));
  expiry('expires', false);
  expiry('until', true);
  assert.equal(core.expire('notes', 10), 0);
  clock.now_ms = 20_001_000;
  assert.equal(core.expire('notes', 10), 1);
});

test('records of a stream are trimmed by age, never from a number on, and reading where some are gone is an error', () => {
  const clock = { now_ms: 1_000, lag_ms: 0 };
  const core = engineAt(clock);
  for (const sk of ['1', '2', '3']) {
    putNote(core, noteOf(sk, 'ada'));
    clock.now_ms += 1_000;
  }
  const [first, second] = recordsOf(core).map(({ dynamodb }) => dynamodb.SequenceNumber);
  assert.equal(core.trim('notes', { before_ms: 3_000, beforeNumber: 2 }, 10), 1);
  assert.equal(core.trim('notes', { before_ms: 3_000, beforeNumber: 9 }, 10), 1);
  assert.equal(core.trim('notes', { before_ms: 3_000, beforeNumber: 9 }, 10), 0);
  assert.equal(recordsOf(core).length, 1);
  const { Streams } = core.call<{ Streams: readonly { StreamArn: string }[] }>('ListStreams', {});
  const { StreamDescription } = core.call<{
    StreamDescription: { Shards: readonly { ShardId: string }[] };
  }>('DescribeStream', { StreamArn: Streams[0]?.StreamArn });
  const after = (SequenceNumber: string | undefined) =>
    core.call('GetShardIterator', {
      StreamArn: Streams[0]?.StreamArn,
      ShardId: StreamDescription.Shards[0]?.ShardId,
      ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
      SequenceNumber,
    });
  assert.throws(() => after(first), { code: 'TrimmedDataAccessException' });
  after(second);
  core.trim('notes', { before_ms: 9_000, beforeNumber: 9 }, 10);
  putNote(core, noteOf('4', 'ada'));
  assert.deepEqual(
    recordsOf(core).map(({ dynamodb }) => Number(dynamodb.SequenceNumber)),
    [4],
  );
});

test('a token holds for ten minutes', () => {
  const clock = { now_ms: 1_000, lag_ms: 0 };
  const core = engineAt(clock);
  const transact = (sk: string) =>
    core.call('TransactWriteItems', {
      ClientRequestToken: 'one',
      TransactItems: [{ Put: { TableName: 'notes', Item: noteOf(sk, 'ada') } }],
    });
  transact('1');
  core.call('DeleteItem', { TableName: 'notes', Key: { pk: { S: 'a' }, sk: { S: '1' } } });
  clock.now_ms += 599_999;
  transact('1');
  assert.deepEqual(byAuthor(core, 'ada'), []);
  assert.throws(() => transact('2'), { code: 'IdempotentParameterMismatchException' });
  clock.now_ms += 1;
  transact('2');
  assert.deepEqual(byAuthor(core, 'ada'), ['2']);
});

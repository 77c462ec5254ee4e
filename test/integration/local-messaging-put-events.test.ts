import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { busCalls, entry } from '../helpers/bus-calls.ts';
import { allow, lambda } from '../helpers/data-resources.ts';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { bus, busArn, letEventsSend, queue, queueArn, rule } from '../helpers/messaging-resources.ts';

const resources = [
  bus('house'),
  queue('whole'),
  letEventsSend('whole'),
  rule('whole', { EventBusName: 'house', EventPattern: { source: ['test'] } }, { Arn: queueArn('whole') }),
  ...lambda('publisher', [allow('events:PutEvents', busArn('house'))]),
  ...lambda('nobody', []),
];

let plane: MessagingPlane;
before(async () => {
  plane = await startMessagingPlane({ resources });
});
after(() => plane.stop());
afterEach(() => plane.data.faults.clear());

const { put, taken } = busCalls(() => plane);

test('entries fail by themselves, and the count says how many', async () => {
  const answer = await put([
    entry('fine'),
    { ...entry('x'), Detail: '[]' },
    { ...entry('x'), Source: 'aws.s3' },
    { EventBusName: 'house', Detail: '{}', DetailType: 'x' },
    { ...entry('x'), EventBusName: 'nowhere' },
  ]);
  assert.equal(answer.FailedEntryCount, 4);
  assert.deepEqual(
    answer.Entries?.map(({ EventId, ErrorCode }) => ErrorCode ?? typeof EventId),
    ['string', 'MalformedDetail', 'NotAuthorizedForSourceException', 'InvalidArgument', 'InvalidArgument'],
  );
  assert.equal((await taken('whole')).length, 1);
});

test('a fault on a bus fails one entry and not its neighbours', async () => {
  const fault = plane.data.faults.add({ service: 'bus', operation: 'house', nth: 2, effect: 'throttle' });
  const answer = await put([entry('a'), entry('b'), entry('c')], 'publisher');
  assert.deepEqual(
    answer.Entries?.map(({ ErrorCode }) => ErrorCode),
    [undefined, 'ThrottlingException', undefined],
  );
  assert.deepEqual([answer.FailedEntryCount, fault.hits, (await taken('whole')).length], [1, 1, 2]);
});

test('a request of too many entries or bytes is refused whole', async () => {
  await assert.rejects(put(Array.from({ length: 11 }, () => entry('x'))), { name: 'ValidationException' });
  const big = (bytes: number) => entry('x', { text: 'x'.repeat(bytes) });
  await assert.rejects(put([big(600_000), big(600_000)]), { name: 'ValidationException' });
  assert.equal((await put([big(1_000_000)])).FailedEntryCount, 0);
  assert.equal((await taken('whole')).length, 1);
});

test('a function puts events only where its role lets it', async () => {
  const elsewhere = { ...entry('x'), EventBusName: 'default' };
  await assert.rejects(put([elsewhere], 'publisher'), { name: 'AccessDeniedException' });
  await assert.rejects(put([entry('x')], 'nobody'), { name: 'AccessDeniedException' });
  assert.deepEqual(await taken('whole'), []);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SQSRecord } from 'aws-lambda';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { queueArn } from '../helpers/messaging-resources.ts';
import { queueCalls } from '../helpers/queue-calls.ts';
import { fed, queueStates } from '../helpers/queue-feeding.ts';
import { seenBatches } from '../helpers/seen-batches.ts';
import { until } from '../helpers/until.ts';

const resources = [
  ...fed('shapes'),
  ...fed('picky', { FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["wanted"]}}' }] } }),
  ...fed('gathers', { BatchSize: 20, MaximumBatchingWindowInSeconds: 60, ScalingConfig: { MaximumConcurrency: 2 } }),
  ...fed('narrow', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }),
  ...fed('paused'),
  ...fed('heavy'),
];

const seen = seenBatches(({ body }: SQSRecord) => body);

const narrow = { active: 0, most: 0, release: (): void => {} };
const released = new Promise<void>((resolve) => (narrow.release = resolve));

let plane: MessagingPlane;
before(async () => {
  const handlers = {
    ...seen.collect('shapes'),
    ...seen.collect('picky'),
    ...seen.collect('gathers'),
    ...seen.collect('paused'),
    ...seen.collect('heavy'),
    ...seen.collect('narrow', async () => {
      narrow.most = Math.max(narrow.most, ++narrow.active);
      await released;
      narrow.active -= 1;
    }),
  };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());

const { send } = queueCalls(() => plane.sqs());
const { left, countsOf } = queueStates(() => plane);

const mappingOf = (name: string) => {
  const found = plane.mappings.find(({ functionName }) => functionName === name);
  return found ?? assert.fail(`There is no mapping to ${name}.`);
};

test('a function gets messages as Lambda hands them out, and what it handled is gone', async () => {
  const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } };
  const sent = await send('shapes', 'text', { MessageAttributes, MessageGroupId: 'g' });
  await until(() => seen.of('shapes').length > 0 && left('shapes') === 0);
  const [record] = seen.of('shapes')[0] ?? [];
  const { attributes, receiptHandle, ...rest } = record ?? assert.fail('no record');
  assert.deepEqual(rest, {
    messageId: sent.MessageId,
    body: 'text',
    messageAttributes: { a: { stringValue: 'b', stringListValues: [], binaryListValues: [], dataType: 'String' } },
    md5OfMessageAttributes: sent.MD5OfMessageAttributes,
    md5OfBody: sent.MD5OfMessageBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn('shapes'),
    awsRegion: 'eu-west-1',
  });
  assert.match(receiptHandle, /./);
  const { SentTimestamp, ApproximateFirstReceiveTimestamp, ...known } = attributes;
  assert.ok(Number(SentTimestamp) <= Number(ApproximateFirstReceiveTimestamp));
  assert.deepEqual(known, { ApproximateReceiveCount: '1', SenderId: 'AIDALOCALOPERATOR', MessageGroupId: 'g' });
});

test('what the filter does not want is deleted and never seen', async () => {
  for (const body of ['{"kind":"other"}', 'no json', '{"kind":"wanted"}']) await send('picky', body);
  await until(() => left('picky') === 0);
  assert.deepEqual(seen.named('picky').flat(), ['{"kind":"wanted"}']);
});

test('a batching window gathers more than one receive could', async () => {
  for (let n = 0; n < 20; n++) await send('gathers', String(n));
  await until(() => seen.named('gathers').flat().length === 20);
  assert.equal(seen.of('gathers').length, 1);
});

test('no more batches are at work at once than the mapping allows', async () => {
  for (let n = 0; n < 6; n++) await send('narrow', String(n));
  await until(() => narrow.active === 2);
  assert.equal(countsOf('narrow')?.visible, 4);
  narrow.release();
  await until(() => left('narrow') === 0);
  assert.equal(narrow.most, 2);
});

test('messages that do not fit into one invocation come in several', async () => {
  mappingOf('heavy').pause();
  for (let n = 0; n < 7; n++) await send('heavy', String(n).repeat(1_000_000));
  mappingOf('heavy').resume();
  await until(() => left('heavy') === 0);
  assert.deepEqual(
    seen.of('heavy').map((records) => records.length),
    [6, 1],
  );
});

test('a paused mapping takes nothing, and goes on when it is resumed', async () => {
  mappingOf('paused').pause();
  await send('paused', 'x');
  await send('shapes', 'meanwhile');
  await until(() => seen.named('shapes').flat().includes('meanwhile'));
  assert.deepEqual([countsOf('paused')?.visible, seen.named('paused').flat()], [1, []]);
  mappingOf('paused').resume();
  await until(() => left('paused') === 0);
  assert.deepEqual(seen.named('paused').flat(), ['x']);
});

test('a function that loses its grant is fed no more until it has it again', async () => {
  const restore = plane.data.iam.revoke({ function: 'shapes', action: 'sqs:ReceiveMessage' });
  // Whoever waited already still gets one batch: the grant is asked for at each turn.
  await send('shapes', 'last');
  await until(() => seen.named('shapes').flat().includes('last'));
  await send('shapes', 'held');
  await send('paused', 'after');
  await until(() => seen.named('paused').flat().includes('after'));
  assert.equal(seen.named('shapes').flat().includes('held'), false);
  restore();
  await until(() => seen.named('shapes').flat().includes('held'));
});

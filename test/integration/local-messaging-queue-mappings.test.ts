import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SendMessageCommand, type SendMessageCommandInput } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { lambda } from '../helpers/data-resources.ts';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { mapping, queue, queueArn, queueUrl, reader } from '../helpers/messaging-resources.ts';
import { until } from '../helpers/until.ts';

const reports = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
const pattern = (body: object) => ({ FilterCriteria: { Filters: [{ Pattern: JSON.stringify({ body }) }] } });
const fed = (name: string, mapped: Record<string, unknown> = {}, queued: Record<string, unknown> = {}) => [
  queue(name, queued),
  ...reader(name, name),
  mapping(name, queueArn(name), mapped),
];
const resources = [
  ...fed('shapes'),
  ...fed('partly', { ...reports, BatchSize: 10 }, { VisibilityTimeout: 1 }),
  ...fed('broken', reports, { VisibilityTimeout: 1 }),
  ...fed(
    'throws',
    {},
    { VisibilityTimeout: 1, RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 } },
  ),
  queue('dead'),
  ...fed('picky', pattern({ kind: ['wanted'] })),
  ...fed('gathers', { BatchSize: 20, MaximumBatchingWindowInSeconds: 60, ScalingConfig: { MaximumConcurrency: 2 } }),
  ...fed('narrow', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }),
  ...fed('paused'),
  ...fed('lossy'),
];

const batches = new Map<string, SQSRecord[][]>();
const bodies = (name: string): string[] => (batches.get(name) ?? []).flat().map(({ body }) => body);
const collect = (name: string, answer: (records: SQSRecord[]) => unknown = () => undefined) => ({
  [name]: (event: SQSEvent) => {
    batches.set(name, [...(batches.get(name) ?? []), event.Records]);
    return answer(event.Records);
  },
});
const failing = (records: SQSRecord[], body: string) =>
  records.filter((record) => record.body === body && record.attributes.ApproximateReceiveCount === '1');

const narrow = { active: 0, most: 0, release: (): void => {} };
const released = new Promise<void>((resolve) => (narrow.release = resolve));

let plane: MessagingPlane;
before(async () => {
  const handlers = {
    ...collect('shapes'),
    ...collect('partly', (records) => ({
      batchItemFailures: failing(records, 'bad').map(({ messageId }) => ({ itemIdentifier: messageId })),
    })),
    ...collect('broken', (records) => ({
      batchItemFailures: failing(records, 'bad').map(() => ({ itemIdentifier: 'x' })),
    })),
    ...collect('throws', () => {
      throw new Error('never');
    }),
    ...collect('picky'),
    ...collect('gathers'),
    ...collect('paused'),
    ...collect('lossy'),
    ...collect('narrow', async () => {
      narrow.most = Math.max(narrow.most, ++narrow.active);
      await released;
      narrow.active -= 1;
    }),
  };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());

const send = (name: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  plane.sqs().send(new SendMessageCommand({ QueueUrl: queueUrl(name), MessageBody, ...more }));
const left = (name: string) => plane.queues.find(queueArn(name))?.messages().length;
const mappingOf = (name: string) => {
  const found = plane.mappings.find(({ functionName }) => functionName === name);
  return found ?? assert.fail(`There is no mapping to ${name}.`);
};

test('a function gets messages as Lambda hands them out, and what it handled is gone', async () => {
  const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } };
  const sent = await send('shapes', 'text', { MessageAttributes, MessageGroupId: 'g' });
  await until(() => batches.has('shapes') && left('shapes') === 0);
  const [record] = batches.get('shapes')?.[0] ?? [];
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

test('only what a function reports as failed comes again', async () => {
  await Promise.all(['good', 'bad', 'good'].map((body) => send('partly', body)));
  await until(() => left('partly') === 0);
  assert.deepEqual(bodies('partly').sort(), ['bad', 'bad', 'good', 'good']);
});

test('a report that names what is not in the batch fails the whole batch', async () => {
  await send('broken', 'bad');
  await until(() => left('broken') === 0);
  assert.deepEqual(bodies('broken'), ['bad', 'bad']);
});

test('a batch that throws comes back after its visibility, and in the end is given up', async () => {
  await send('throws', 'poison');
  await until(() => left('dead') === 1);
  const counts = (batches.get('throws') ?? []).flat().map(({ attributes }) => attributes.ApproximateReceiveCount);
  assert.deepEqual([counts, left('throws')], [['1', '2'], 0]);
});

test('what the filter does not want is deleted and never seen', async () => {
  for (const body of ['{"kind":"other"}', 'no json', '{"kind":"wanted"}']) await send('picky', body);
  await until(() => left('picky') === 0);
  assert.deepEqual(bodies('picky'), ['{"kind":"wanted"}']);
});

test('a batching window gathers more than one receive could', async () => {
  for (let n = 0; n < 20; n++) await send('gathers', String(n));
  await until(() => bodies('gathers').length === 20);
  assert.equal(batches.get('gathers')?.length, 1);
});

test('no more batches are at work at once than the mapping allows', async () => {
  for (let n = 0; n < 6; n++) await send('narrow', String(n));
  await until(() => narrow.active === 2);
  assert.equal(plane.queues.find(queueArn('narrow'))?.counts().visible, 4);
  narrow.release();
  await until(() => left('narrow') === 0);
  assert.equal(narrow.most, 2);
});

test('a paused mapping takes nothing, and goes on when it is resumed', async () => {
  mappingOf('paused').pause();
  await send('paused', 'x');
  await send('shapes', 'meanwhile');
  await until(() => bodies('shapes').includes('meanwhile'));
  assert.deepEqual([plane.queues.find(queueArn('paused'))?.counts().visible, bodies('paused')], [1, []]);
  mappingOf('paused').resume();
  await until(() => left('paused') === 0);
  assert.deepEqual(bodies('paused'), ['x']);
});

test('messages are lost, doubled and late as the faults say', async () => {
  const { faults } = plane.data;
  const lost = faults.add({ service: 'queue', operation: 'lossy', nth: 1, effect: 'lose' });
  const doubled = faults.add({ service: 'queue', operation: 'lossy', nth: 2, effect: 'duplicate' });
  const late = faults.add({
    service: 'queue',
    operation: /^lossy$/,
    when: ({ body }) => body?.toString() === 'late',
    effect: { delay_ms: 60_000 },
  });
  for (const body of ['lost', 'doubled', 'late', 'plain']) await send('lossy', body);
  await until(() => bodies('lossy').length === 3 && left('lossy') === 1);
  assert.deepEqual(bodies('lossy').sort(), ['doubled', 'doubled', 'plain']);
  assert.equal(plane.queues.find(queueArn('lossy'))?.counts().delayed, 1);
  assert.deepEqual([lost.hits, doubled.hits, late.hits], [1, 1, 1]);
  const doubles = (batches.get('lossy') ?? []).flat().filter(({ body }) => body === 'doubled');
  assert.equal(new Set(doubles.map(({ messageId }) => messageId)).size, 1);
  assert.equal(new Set(doubles.map(({ receiptHandle }) => receiptHandle)).size, 2);
  faults.clear();
});

test('a function that loses its grant is fed no more until it has it again', async () => {
  const restore = plane.data.iam.revoke({ function: 'shapes', action: 'sqs:ReceiveMessage' });
  // Whoever waited already still gets one batch: the grant is asked for at each turn.
  await send('shapes', 'last');
  await until(() => bodies('shapes').includes('last'));
  await send('shapes', 'held');
  await send('paused', 'after');
  await until(() => bodies('paused').includes('after'));
  assert.equal(bodies('shapes').includes('held'), false);
  restore();
  await until(() => bodies('shapes').includes('held'));
});

test('a mapping that AWS would refuse is refused at the start', async () => {
  const start = (...of: Parameters<typeof startMessagingPlane>[0]['resources'][]) =>
    startMessagingPlane({ resources: of.flat() });
  await assert.rejects(start(fed('q', {}, { VisibilityTimeout: 0 })), {
    name: 'BadConfiguration',
    message: /stay hidden/,
  });
  await assert.rejects(start(fed('q', { BatchSize: 11 })), { name: 'BadConfiguration', message: /window/ });
  await assert.rejects(start(fed('q', { Topics: ['x'] })), { name: 'BadConfiguration', message: /Topics/ });
  const ungranted = [queue('q'), ...lambda('q', []), mapping('q', queueArn('q'))];
  await assert.rejects(start(ungranted), { name: 'BadConfiguration', message: /sqs:ReceiveMessage/ });
  const lost = queue('q', { RedrivePolicy: { deadLetterTargetArn: queueArn('nowhere'), maxReceiveCount: 3 } });
  await assert.rejects(start([lost]), { name: 'BadConfiguration', message: /nowhere/ });
  await assert.rejects(start([queue('q', { FifoQueue: true })]), { name: 'BadConfiguration', message: /FIFO/ });
});

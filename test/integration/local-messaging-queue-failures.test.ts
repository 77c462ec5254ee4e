import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SQSRecord } from 'aws-lambda';
import { lambda } from '../helpers/data-resources.ts';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { mapping, queue, queueArn } from '../helpers/messaging-resources.ts';
import { queueCalls } from '../helpers/queue-calls.ts';
import { fed, queueStates } from '../helpers/queue-feeding.ts';
import { seenBatches } from '../helpers/seen-batches.ts';
import { until } from '../helpers/until.ts';

const reports = { FunctionResponseTypes: ['ReportBatchItemFailures'] };
const brief = { VisibilityTimeout: 1 };
const resources = [
  ...fed('partly', reports, brief),
  ...fed('broken', reports, brief),
  ...fed('throws', {}, { ...brief, RedrivePolicy: { deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 } }),
  queue('dead'),
  ...fed('lossy'),
  ...fed('wary', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 4 } }),
];

const seen = seenBatches(({ body }: SQSRecord) => body);

let release = (): void => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});

const isBadAtFirst = ({ body, attributes }: SQSRecord) => body === 'bad' && attributes.ApproximateReceiveCount === '1';
const report = (identifiers: string[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

let plane: MessagingPlane;
before(async () => {
  const handlers = {
    ...seen.collect('partly', (records) => report(records.filter(isBadAtFirst).map(({ messageId }) => messageId))),
    ...seen.collect('broken', (records) => report(records.filter(isBadAtFirst).map(() => 'not in the batch'))),
    ...seen.collect('throws', () => assert.fail('always')),
    ...seen.collect('lossy'),
    ...seen.collect('wary', async ([record]) => {
      if (record?.body === 'bad') throw new Error('overloaded');
      await released;
    }),
  };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());

const { send } = queueCalls(() => plane.sqs());
const { left, countsOf } = queueStates(() => plane);

test('only what a function reports as failed comes again', async () => {
  await Promise.all(['good', 'bad', 'good'].map((body) => send('partly', body)));
  await until(() => left('partly') === 0);
  assert.deepEqual(seen.named('partly').flat().sort(), ['bad', 'bad', 'good', 'good']);
});

test('a report that names what is not in the batch fails the whole batch', async () => {
  await send('broken', 'bad');
  await until(() => left('broken') === 0);
  assert.deepEqual(seen.named('broken').flat(), ['bad', 'bad']);
});

test('a batch that throws comes back after its visibility, and in the end is given up', async () => {
  await send('throws', 'poison');
  await until(() => left('dead') === 1);
  const counts = seen
    .of('throws')
    .flat()
    .map(({ attributes }) => attributes.ApproximateReceiveCount);
  assert.deepEqual([counts, left('throws')], [['1', '2'], 0]);
});

test('a function that fails gets fewer batches at once, until it succeeds', async () => {
  await send('wary', 'bad');
  await until(() => countsOf('wary')?.inFlight === 1);
  for (const body of ['1', '2', '3', '4', '5']) await send('wary', body);
  await until(() => seen.of('wary').length === 3);
  assert.deepEqual([seen.of('wary').length, countsOf('wary')?.visible], [3, 3]);
  release();
  await until(() => left('wary') === 1);
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
  await until(() => seen.named('lossy').flat().length === 3 && left('lossy') === 1);
  assert.deepEqual(seen.named('lossy').flat().sort(), ['doubled', 'doubled', 'plain']);
  assert.equal(countsOf('lossy')?.delayed, 1);
  assert.deepEqual([lost.hits, doubled.hits, late.hits], [1, 1, 1]);
  const doubles = seen
    .of('lossy')
    .flat()
    .filter(({ body }) => body === 'doubled');
  assert.equal(new Set(doubles.map(({ messageId }) => messageId)).size, 1);
  assert.equal(new Set(doubles.map(({ receiptHandle }) => receiptHandle)).size, 2);
  faults.clear();
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

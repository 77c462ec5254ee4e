import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DynamoDBRecord } from 'aws-lambda';
import { dataResources } from '../helpers/data-resources.ts';
import { type Handler, type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { queueArn } from '../helpers/messaging-resources.ts';
import { seenBatches } from '../helpers/seen-batches.ts';
import { failures, fed, givenUp, streamArn, write, writeAtOnce } from '../helpers/stream-feeding.ts';
import { until } from '../helpers/until.ts';

const resources = [
  ...dataResources(),
  givenUp,
  ...fed('halves', { BisectBatchOnFunctionError: true, MaximumRetryAttempts: 1, ...failures }),
  ...fed('reports', { FunctionResponseTypes: ['ReportBatchItemFailures'] }),
  ...fed('tired', { MaximumRecordAgeInSeconds: 0, ...failures }),
  ...fed('recovers'),
];

const seen = seenBatches((record: DynamoDBRecord) => record.dynamodb?.Keys?.pk?.S ?? '');

let plane: MessagingPlane;
before(async () => {
  const handlers: Record<string, Handler> = {
    ...seen.collect('halves', (records) => assert.equal(records.some(isNote('h3')), false)),
    ...seen.collect('reports', (records, nth) => {
      const failed = nth === 1 ? records.filter(isNote('r2')) : [];
      return { batchItemFailures: failed.map((record) => ({ itemIdentifier: record.dynamodb?.SequenceNumber })) };
    }),
    ...seen.collect('tired', () => assert.fail('always')),
    ...seen.collect('recovers', (_, nth) => assert.ok(nth >= 3)),
  };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());

const isNote = (key: string) => (record: DynamoDBRecord) => record.dynamodb?.Keys?.pk?.S === key;
const sequence = (name: string, key: string) => seen.of(name).flat().find(isNote(key))?.dynamodb?.SequenceNumber;
const reports = () => (plane.queues.find(queueArn('given-up'))?.messages() ?? []).map(({ body }) => JSON.parse(body));

test('a failing batch is halved until what fails stands alone, and that is given up and told', async () => {
  await writeAtOnce(plane, 'halves', 'h1', 'h2', 'h3', 'h4');
  await until(() => seen.named('halves').some((keys) => keys.join() === 'h4'));
  assert.deepEqual(seen.named('halves'), [
    ['h1', 'h2', 'h3', 'h4'],
    ['h1', 'h2'],
    ['h3', 'h4'],
    ['h3'],
    ['h3'],
    ['h4'],
  ]);
  const [report, ...more] = reports().filter((each) => each.requestContext.condition === 'RetryAttemptsExhausted');
  assert.equal(more.length, 0);
  assert.equal(report.requestContext.functionArn, 'arn:aws:lambda:eu-west-1:000000000000:function:halves');
  assert.equal(report.DDBStreamBatchInfo.startSequenceNumber, sequence('halves', 'h3'));
  assert.deepEqual([report.DDBStreamBatchInfo.batchSize, report.DDBStreamBatchInfo.streamArn], [1, streamArn]);
});

test('a batch goes on at the first item that was reported as failed', async () => {
  await writeAtOnce(plane, 'reports', 'r1', 'r2', 'r3');
  await until(() => seen.named('reports').length === 2);
  assert.deepEqual(seen.named('reports'), [
    ['r1', 'r2', 'r3'],
    ['r2', 'r3'],
  ]);
});

test('what is too old is given up without another try', async () => {
  await writeAtOnce(plane, 'tired', 't1');
  await until(() => reports().some((each) => each.requestContext.condition === 'RecordAgeExceeded'));
});

test('without a bound a batch is tried until it succeeds, and those behind it wait', async () => {
  await writeAtOnce(plane, 'recovers', 'v1');
  await write(plane, 'recovers', 'v2');
  await until(() => seen.named('recovers').flat().includes('v2'));
  assert.equal(seen.named('recovers').flat().at(-1), 'v2');
  assert.ok(
    seen
      .named('recovers')
      .slice(0, 3)
      .every((keys) => keys[0] === 'v1'),
  );
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Resource } from '../../local/aws-service.ts';
import { dataResources, lambda } from '../helpers/data-resources.ts';
import { type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { mapping } from '../helpers/messaging-resources.ts';
import { seenBatches } from '../helpers/seen-batches.ts';
import { failures, fed, givenUp, reading, streamArn, write, writeAtOnce } from '../helpers/stream-feeding.ts';
import { until } from '../helpers/until.ts';

const resources = [
  ...dataResources(),
  givenUp,
  ...fed('plain'),
  ...fed('other'),
  ...fed('gathers', { MaximumBatchingWindowInSeconds: 60, BatchSize: 5 }),
];

const seen = seenBatches((record: DynamoDBRecord) => record.dynamodb?.Keys?.pk?.S ?? '');

let plane: MessagingPlane;
before(async () => {
  const handlers = { ...seen.collect('plain'), ...seen.collect('other'), ...seen.collect('gathers') };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());

test('a function gets changes as Lambda hands them out, in order and only those it wants', async () => {
  await write(plane, 'nobody', 'p0');
  await writeAtOnce(plane, 'plain', 'p1', 'p2');
  await until(() => seen.named('plain').flat().length === 2);
  assert.deepEqual(seen.named('plain').flat(), ['p1', 'p2']);
  const [record] = seen.of('plain').flat();
  const { eventID, dynamodb, ...rest } = record ?? assert.fail('no record');
  assert.deepEqual(rest, {
    eventName: 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
    eventSourceARN: streamArn,
  });
  assert.ok(eventID);
  const { ApproximateCreationDateTime, SequenceNumber, SizeBytes, ...change } = dynamodb ?? {};
  assert.deepEqual(change, {
    Keys: { pk: { S: 'p1' }, sk: { S: 'note' } },
    NewImage: { pk: { S: 'p1' }, sk: { S: 'note' }, author: { S: 'plain' } },
    StreamViewType: 'NEW_IMAGE',
  });
  assert.equal(typeof ApproximateCreationDateTime, 'number');
  assert.match(SequenceNumber ?? '', /^\d+$/);
  assert.ok(Number(SizeBytes) > 0);
});

test('a batching window gathers over several looks', async () => {
  for (const key of ['g1', 'g2', 'g3', 'g4', 'g5']) await write(plane, 'gathers', key);
  await until(() => seen.named('gathers').length === 1);
  assert.deepEqual(seen.named('gathers'), [['g1', 'g2', 'g3', 'g4', 'g5']]);
});

test('a mapping that is paused while it gathers hands out nothing, and later all of it', async () => {
  const gathers = plane.mappings.find(({ functionName }) => functionName === 'gathers');
  const before = seen.named('gathers').length;
  await write(plane, 'gathers', 'w1', 'w2');
  await write(plane, 'other', 'looked');
  await until(() => seen.named('other').flat().includes('looked'));
  gathers?.pause();
  await write(plane, 'gathers', 'w3', 'w4', 'w5');
  await write(plane, 'other', 'looked again');
  await until(() => seen.named('other').flat().includes('looked again'));
  assert.equal(seen.named('gathers').length, before);
  gathers?.resume();
  await until(() => seen.named('gathers').length === before + 1);
  assert.deepEqual(seen.named('gathers').at(-1), ['w1', 'w2', 'w3', 'w4', 'w5']);
});

test('a stream that stands still loses nothing', async () => {
  const plain = plane.mappings.find(({ functionName }) => functionName === 'plain');
  plain?.pause();
  await write(plane, 'plain', 's1', 's2');
  await write(plane, 'other', 'meanwhile');
  await until(() => seen.named('other').flat().includes('meanwhile'));
  assert.equal(seen.named('plain').flat().includes('s1'), false);
  plain?.resume();
  await until(() => seen.named('plain').flat().includes('s2'));
  assert.deepEqual(seen.named('plain').flat().slice(-2), ['s1', 's2']);
});

test('a mapping that AWS would refuse is refused at the start', async () => {
  const start = (more: Resource[]) => startMessagingPlane({ resources: [...dataResources(), ...more] });
  const ungranted = (statements: object[]) => [
    ...lambda('f', statements),
    mapping('f', streamArn, { StartingPosition: 'LATEST' }),
  ];
  await assert.rejects(start(ungranted([])), { name: 'BadConfiguration', message: /dynamodb:DescribeStream/ });
  await assert.rejects(start(ungranted(reading.slice(0, 1))), { name: 'BadConfiguration', message: /kms:Decrypt/ });
  const astray = [
    givenUp,

    ...ungranted(reading).slice(0, 2),
    mapping('f', streamArn, { StartingPosition: 'LATEST', ...failures }),
  ];
  await assert.rejects(start(astray), { name: 'BadConfiguration', message: /sqs:SendMessage/ });
  await assert.rejects(start([...lambda('f', reading), mapping('f', streamArn)]), { message: /no place in a stream/ });
});

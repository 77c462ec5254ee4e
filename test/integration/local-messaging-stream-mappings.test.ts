import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Resource } from '../../local/aws-service.ts';
import { alias, allow, dataResources, keyArn, keyId, lambda, notes, tableArn } from '../helpers/data-resources.ts';
import { type Handler, type MessagingPlane, startMessagingPlane } from '../helpers/messaging-plane.ts';
import { mapping, queue, queueArn } from '../helpers/messaging-resources.ts';
import { until } from '../helpers/until.ts';

const streamArn = `${tableArn(notes)}/stream/2020-01-01T00:00:00.000`;
const reading = [
  allow(['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'], streamArn),
  allow('kms:Decrypt', keyArn(keyId), {
    StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' },
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias },
  }),
];
const fed = (name: string, mapped: Record<string, unknown> = {}): Resource[] => [
  ...lambda(name, [...reading, allow('sqs:SendMessage', queueArn('given-up'))]),
  mapping(name, streamArn, { StartingPosition: 'TRIM_HORIZON', ...of(name), ...mapped }),
];
/** Each function sees only the notes that are written for it. */
const of = (name: string) => ({
  FilterCriteria: { Filters: [{ Pattern: JSON.stringify({ dynamodb: { NewImage: { author: { S: [name] } } } }) }] },
});
const failures = { DestinationConfig: { OnFailure: { Destination: queueArn('given-up') } } };
const patient = { MaximumRetryAttempts: 1, ...failures };

const resources = [
  ...dataResources(),
  queue('given-up'),
  ...fed('plain'),
  ...fed('halves', { BisectBatchOnFunctionError: true, ...patient }),
  ...fed('reports', { FunctionResponseTypes: ['ReportBatchItemFailures'] }),
  ...fed('tired', { MaximumRecordAgeInSeconds: 0, ...failures }),
  ...fed('recovers'),
  ...fed('gathers', { MaximumBatchingWindowInSeconds: 60, BatchSize: 5 }),
];

const batches = new Map<string, DynamoDBRecord[][]>();
const keysOf = (records: readonly DynamoDBRecord[]) => records.map(({ dynamodb }) => dynamodb?.Keys?.pk?.S ?? '');
const seen = (name: string) => (batches.get(name) ?? []).map(keysOf);
const collect = (name: string, answer: (keys: string[], nth: number) => unknown = () => undefined) => ({
  [name]: ({ Records }: DynamoDBStreamEvent) => {
    batches.set(name, [...(batches.get(name) ?? []), Records]);
    return answer(keysOf(Records), batches.get(name)?.length ?? 0);
  },
});
const refusing = (bad: string) => (keys: string[]) => {
  if (keys.includes(bad)) throw new Error('poison');
};

let plane: MessagingPlane;
before(async () => {
  const handlers: Record<string, Handler> = {
    ...collect('plain'),
    ...collect('halves', refusing('h3')),
    ...collect('reports', (_, nth) =>
      nth === 1 ? { batchItemFailures: [{ itemIdentifier: sequence('reports', 'r2') }] } : {},
    ),
    ...collect('tired', refusing('t1')),
    ...collect('recovers', (_, nth) => {
      if (nth < 3) throw new Error('not yet');
    }),
    ...collect('gathers'),
  };
  plane = await startMessagingPlane({ resources, handlers });
});
after(() => plane.stop());

const sequence = (name: string, key: string) =>
  batches
    .get(name)
    ?.flat()
    .find(({ dynamodb }) => dynamodb?.Keys?.pk?.S === key)?.dynamodb?.SequenceNumber;
const write = async (to: MessagingPlane, author: string, ...keys: string[]) => {
  for (const pk of keys)
    await to.data.client().send(new PutCommand({ TableName: notes, Item: { pk, sk: 'note', author } }));
};
/** All of them stand in the stream before the mapping looks again. */
const writeAtOnce = async (author: string, ...keys: string[]) => {
  const found = plane.mappings.find(({ functionName }) => functionName === author);
  found?.pause();
  await write(plane, author, ...keys);
  found?.resume();
};
const givenUp = () => (plane.queues.find(queueArn('given-up'))?.messages() ?? []).map(({ body }) => JSON.parse(body));

test('a function gets changes as Lambda hands them out, in order and only those it wants', async () => {
  await write(plane, 'nobody', 'p0');
  await writeAtOnce('plain', 'p1', 'p2');
  await until(() => seen('plain').flat().length === 2);
  assert.deepEqual(seen('plain').flat(), ['p1', 'p2']);
  const [record] = batches.get('plain')?.flat() ?? [];
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

test('a failing batch is halved until what fails stands alone, and that is given up and told', async () => {
  await writeAtOnce('halves', 'h1', 'h2', 'h3', 'h4');
  await until(() => seen('halves').some((keys) => keys.join() === 'h4'));
  assert.deepEqual(seen('halves'), [['h1', 'h2', 'h3', 'h4'], ['h1', 'h2'], ['h3', 'h4'], ['h3'], ['h3'], ['h4']]);
  const [report, ...more] = givenUp().filter((each) => each.requestContext.condition === 'RetryAttemptsExhausted');
  assert.equal(more.length, 0);
  assert.equal(report.requestContext.functionArn, 'arn:aws:lambda:eu-west-1:000000000000:function:halves');
  assert.equal(report.DDBStreamBatchInfo.startSequenceNumber, sequence('halves', 'h3'));
  assert.deepEqual([report.DDBStreamBatchInfo.batchSize, report.DDBStreamBatchInfo.streamArn], [1, streamArn]);
});

test('a batch goes on at the first item that was reported as failed', async () => {
  await writeAtOnce('reports', 'r1', 'r2', 'r3');
  await until(() => seen('reports').length === 2);
  assert.deepEqual(seen('reports'), [
    ['r1', 'r2', 'r3'],
    ['r2', 'r3'],
  ]);
});

test('what is too old is given up without another try', async () => {
  await writeAtOnce('tired', 't1');
  await until(() => givenUp().some((each) => each.requestContext.condition === 'RecordAgeExceeded'));
});

test('without a bound a batch is tried until it succeeds, and those behind it wait', async () => {
  await writeAtOnce('recovers', 'v1');
  await write(plane, 'recovers', 'v2');
  await until(() => seen('recovers').flat().includes('v2'));
  assert.equal(seen('recovers').flat().at(-1), 'v2');
  assert.ok(
    seen('recovers')
      .slice(0, 3)
      .every((keys) => keys[0] === 'v1'),
  );
});

test('a batching window gathers over several looks', async () => {
  for (const key of ['g1', 'g2', 'g3', 'g4', 'g5']) await write(plane, 'gathers', key);
  await until(() => seen('gathers').length === 1);
  assert.deepEqual(seen('gathers'), [['g1', 'g2', 'g3', 'g4', 'g5']]);
});

test('a stream that stands still loses nothing', async () => {
  const plain = plane.mappings.find(({ functionName }) => functionName === 'plain');
  plain?.pause();
  await write(plane, 'plain', 's1', 's2');
  await write(plane, 'reports', 'meanwhile');
  await until(() => seen('reports').flat().includes('meanwhile'));
  assert.equal(seen('plain').flat().includes('s1'), false);
  plain?.resume();
  await until(() => seen('plain').flat().includes('s2'));
  assert.deepEqual(seen('plain').flat().slice(-2), ['s1', 's2']);
});

/** Runs once over a folder that outlives it. */
const run = async (folder: string, of: Resource[], handlers: Record<string, Handler>, work: Work) => {
  const running = await startMessagingPlane({ resources: of, handlers, folder });
  await work(running).finally(() => running.stop());
};
type Work = (running: MessagingPlane) => Promise<unknown>;

test('a restart goes on where the stream was, and hands out again what was at work', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'streams-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const all = [...dataResources(), queue('given-up'), ...fed('restarted')];
  await run(folder, all, collect('restarted'), async (running) => {
    await write(running, 'restarted', 'a', 'b');
    await until(() => seen('restarted').flat().length === 2);
  });
  const forever = collect('restarted', () => new Promise(() => {}));
  await run(folder, all, forever, async (running) => {
    await write(running, 'restarted', 'c');
    await until(() => seen('restarted').flat().includes('c'));
  });
  batches.delete('restarted');
  await run(folder, all, collect('restarted'), () => until(() => seen('restarted').flat().length > 0));
  assert.deepEqual(seen('restarted'), [['c']]);
});

test('LATEST begins at the first start, and stays there at the second', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'streams-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const without = [...dataResources(), queue('given-up')];
  const all = [...without, ...fed('latest', { StartingPosition: 'LATEST' })];
  await run(folder, without, {}, (running) => write(running, 'latest', 'before'));
  // The stream knows whole seconds.
  const second = Math.floor(Date.now() / 1000);
  await until(() => Date.now() / 1000 > second + 1);
  const refusing = collect('latest', () => assert.fail('not yet'));
  await run(folder, all, refusing, async (running) => {
    await write(running, 'latest', 'after');
    await until(() => seen('latest').length > 0);
  });
  await run(folder, all, collect('latest'), () => until(() => seen('latest').length > 1));
  assert.deepEqual(new Set(seen('latest').flat()), new Set(['after']));
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
    ...ungranted(reading).slice(0, 2),
    mapping('f', streamArn, { StartingPosition: 'LATEST', ...failures }),
  ];
  await assert.rejects(start(astray), { name: 'BadConfiguration', message: /given-up/ });
  await assert.rejects(start([...lambda('f', reading), mapping('f', streamArn)]), { message: /no place in a stream/ });
});

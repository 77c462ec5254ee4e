import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { createFaults, type FaultRule } from '../faults.ts';
import type { Message, Queue } from '../queues/queue.ts';
import { createQueues } from '../queues/queues.ts';
import { resource } from './helpers/data-resources.ts';
import { queueArn } from './helpers/queue-machine.ts';

const urlOf = (name: string) => `https://sqs.eu-west-1.amazonaws.com/000000000000/${name}`;
const queueIn = (name: string, properties: object = {}) =>
  resource('AWS::SQS::Queue', urlOf(name), { ...properties });

/** The queue `jobs` with these properties and faults, and the queue `failed` beside it. */
const queuesWith = (
  properties: object = {},
  ...rules: FaultRule[]
): { jobs: Queue; failed: Queue } => {
  const faults = createFaults();
  for (const rule of rules) faults.add(rule);
  const queues = createQueues({
    resources: [queueIn('jobs', properties), queueIn('failed')],
    faults,
  });
  const [jobs, failed] = queues.all;
  return { jobs: jobs ?? assert.fail(), failed: failed ?? assert.fail() };
};

const receive = (queue: Queue, max = 10, more: object = {}): Promise<Message[]> =>
  queue.receive({ max, wait_ms: 0, ...more });
const bodies = async (queue: Queue, max = 10): Promise<string[]> =>
  (await receive(queue, max)).map(({ body }) => body);
const empty = { visible: 0, inFlight: 0, delayed: 0 };

describe('a message', () => {
  test('is received with what SQS knows of it, hidden, and gone when it is deleted', async () => {
    const { jobs } = queuesWith();
    const messageId = jobs.send('größer', { group: 'biz_1' });
    const [message = assert.fail(), ...more] = await receive(jobs);
    const md5OfBody = createHash('md5').update('größer').digest('hex');
    assert.deepEqual(
      [message.messageId, message.body, message.md5OfBody, more],
      [messageId, 'größer', md5OfBody, []],
    );
    const { SentTimestamp, ApproximateFirstReceiveTimestamp, ...attributes } = message.attributes;
    assert.deepEqual(attributes, {
      SenderId: '000000000000',
      ApproximateReceiveCount: '1',
      MessageGroupId: 'biz_1',
    });
    assert.ok(Number(SentTimestamp) <= Number(ApproximateFirstReceiveTimestamp));
    assert.deepEqual([await receive(jobs), jobs.depth()], [[], { ...empty, inFlight: 1 }]);
    jobs.delete(message.receiptHandle);
    assert.deepEqual(jobs.depth(), empty);
  });

  test('that nobody deletes comes again, under a new handle, and the old one deletes nothing', async () => {
    const { jobs } = queuesWith();
    jobs.send('again');
    const [first = assert.fail()] = await receive(jobs, 10, { visibility_seconds: 0 });
    const [second = assert.fail(), ...more] = await receive(jobs);
    assert.deepEqual(
      [second.messageId, second.attributes.ApproximateReceiveCount, more],
      [first.messageId, '2', []],
    );
    jobs.delete(first.receiptHandle);
    assert.equal(jobs.depth().inFlight, 1);
    jobs.delete(second.receiptHandle);
    assert.deepEqual(jobs.depth(), empty);
  });

  test('has its own delay, or that of the queue', async () => {
    const { jobs } = queuesWith({ DelaySeconds: 900 });
    jobs.send('later');
    jobs.send('now', { delay_seconds: 0 });
    assert.deepEqual([await bodies(jobs), jobs.depth().delayed], [['now'], 1]);
    jobs.send('soon', { delay_seconds: 0.02 });
    assert.deepEqual(
      (await jobs.receive({ max: 10, wait_ms: 20_000 })).map(({ body }) => body),
      ['soon'],
    );
  });

  test('that was received too often is dead-lettered, with its id and count', async () => {
    const RedrivePolicy = { deadLetterTargetArn: queueArn('failed'), maxReceiveCount: 2 };
    const { jobs, failed } = queuesWith({ VisibilityTimeout: 0, RedrivePolicy });
    const messageId = jobs.send('poison');
    for (const count of ['1', '2'])
      assert.equal((await receive(jobs))[0]?.attributes.ApproximateReceiveCount, count);
    assert.deepEqual([await receive(jobs), jobs.depth()], [[], empty]);
    const [dead = assert.fail()] = await receive(failed);
    assert.deepEqual(
      [dead.messageId, dead.body, dead.attributes.ApproximateReceiveCount],
      [messageId, 'poison', '3'],
    );
    assert.equal(dead.attributes.DeadLetterQueueSourceArn, queueArn('jobs'));
  });

  test('that is older than the retention is never received', async (context) => {
    const { jobs } = queuesWith({ MessageRetentionPeriod: 60 });
    jobs.send('old');
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    assert.deepEqual([await receive(jobs), jobs.depth().visible], [[], 0]);
  });
});

describe('a receiver', () => {
  test('waits for the message that comes, and leaves with nothing when it is aborted', async () => {
    const { jobs } = queuesWith();
    const [leaving, asked] = [new AbortController(), { max: 1, wait_ms: 20_000 }];
    const aborted = jobs.receive({ ...asked, signal: leaving.signal });
    const waiting = [jobs.receive(asked), jobs.receive(asked)];
    leaving.abort();
    assert.deepEqual(await aborted, []);
    for (const body of ['one', 'two']) jobs.send(body);
    assert.deepEqual(
      (await Promise.all(waiting)).flat().map(({ body }) => body),
      ['one', 'two'],
    );
  });
});

describe('a fault', () => {
  test('loses a message that its sender believes sent', async () => {
    const { jobs } = queuesWith(
      {},
      { service: 'queue', operation: 'jobs', nth: 2, effect: 'lose' },
    );
    assert.equal(new Set(['a', 'b', 'c'].map((body) => jobs.send(body))).size, 3);
    assert.deepEqual(await bodies(jobs), ['a', 'c']);
  });

  test('brings a message twice under one id', async () => {
    const { jobs } = queuesWith({}, { service: 'queue', effect: 'duplicate' });
    const messageId = jobs.send('a');
    const [first, second] = await receive(jobs);
    assert.deepEqual([first?.messageId, second?.messageId], [messageId, messageId]);
    jobs.delete(first?.receiptHandle ?? '');
    assert.equal(jobs.depth().inFlight, 1);
  });

  test('delays a message', async () => {
    const { jobs } = queuesWith({}, { service: 'queue', effect: { delay_ms: 20 } });
    jobs.send('a');
    assert.deepEqual(jobs.depth(), { ...empty, delayed: 1 });
    assert.equal((await jobs.receive({ max: 1, wait_ms: 20_000 })).length, 1);
  });

  test('can look at the body, and hits no other queue', async () => {
    const secret = {
      service: 'queue',
      effect: 'lose',
      when: ({ body }) => body?.includes('secret'),
    } as FaultRule;
    const { jobs } = queuesWith({}, secret, {
      service: 'queue',
      operation: 'others',
      effect: 'lose',
    });
    for (const body of ['a secret', 'b']) jobs.send(body);
    assert.deepEqual(await bodies(jobs), ['b']);
  });
});

describe('groups', () => {
  test('with a long line do not delay the others', async () => {
    const { jobs } = queuesWith();
    for (let at = 0; at < 100; at++) jobs.send(`noisy ${at}`, { group: 'noisy' });
    for (const group of ['b', 'c']) jobs.send(`quiet ${group}`, { group });
    assert.deepEqual(await bodies(jobs, 4), ['noisy 0', 'quiet b', 'quiet c', 'noisy 1']);
  });

  test('with messages in flight come after those that have none, until the messages are returned', async () => {
    const { jobs } = queuesWith();
    for (const at of [0, 1, 2]) jobs.send(`slow ${at}`, { group: 'slow' });
    assert.deepEqual(await bodies(jobs, 2), ['slow 0', 'slow 1']);
    for (const at of [0, 1]) jobs.send(`quick ${at}`, { group: 'quick' });
    assert.deepEqual(await bodies(jobs, 3), ['quick 0', 'quick 1', 'slow 2']);
    const { jobs: others } = queuesWith();
    others.send('held 0', { group: 'held' });
    await receive(others);
    others.send('returned 0', { group: 'returned' });
    await receive(others, 1, { visibility_seconds: 0 });
    others.send('held 1', { group: 'held' });
    assert.deepEqual(await bodies(others, 2), ['returned 0', 'held 1']);
  });

  test('that are none keep the order of sending', async () => {
    const { jobs } = queuesWith();
    for (let at = 0; at < 5_000; at++) jobs.send(String(at));
    const found: string[] = [];
    while (found.length < 5_000) {
      const messages = await receive(jobs);
      for (const { receiptHandle } of messages) jobs.delete(receiptHandle);
      found.push(...messages.map(({ body }) => body));
    }
    assert.deepEqual(
      found.map(Number),
      Array.from({ length: 5_000 }, (_, at) => at),
    );
    assert.deepEqual(jobs.depth(), empty);
  });
});

test('a template that AWS would run otherwise is rejected in one sentence', () => {
  const policy = (statement: object) =>
    resource('AWS::SQS::QueuePolicy', 'policy', {
      Queues: [urlOf('jobs')],
      PolicyDocument: {
        Statement: { Effect: 'Deny', Action: 'sqs:*', Resource: '*', ...statement },
      },
    });
  const rejected = (properties: object, ...policies: object[]) => {
    const resources = [queueIn('jobs', properties), ...policies.map(policy)];
    assert.throws(() => createQueues({ resources, faults: createFaults() }), {
      name: 'BadConfiguration',
    });
  };
  rejected({ FifoQueue: true });
  rejected({ KmsMasterKeyId: 'alias/x' });
  rejected({ RedrivePolicy: { deadLetterTargetArn: queueArn('nobody'), maxReceiveCount: 1 } });
  rejected({}, { Principal: { AWS: 'arn:aws:iam::000000000000:role/one' } });
  rejected({}, { NotPrincipal: '*' });
  rejected({}, { Principal: '*' }, { Principal: '*' });
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { Resource } from '../aws-service.ts';
import { createFaults } from '../faults.ts';
import { type MessageFile, openMessageFile } from '../queues/message-file.ts';
import { createQueue, type OwnQueue } from '../queues/queue.ts';
import { createQueues, type Queues } from '../queues/queues.ts';
import { settingsOf } from '../queues/settings.ts';
import { hasMode } from './helpers/processes.ts';
import { until } from './helpers/until.ts';

const folders: string[] = [];
const opened: Queues[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queues-'));
  folders.push(folder);
});
after(() => {
  for (const queues of opened) queues.stop();
  for (const one of folders) rmSync(one, { recursive: true });
});

const queueIn = (
  name: string,
  properties: Record<string, unknown> = {},
  owner = '000000000000',
): Resource => ({
  environment: 'sandbox',
  stack: 'one',
  logicalId: name,
  type: 'AWS::SQS::Queue',
  region: 'eu-west-1',
  physicalId: `https://sqs.eu-west-1.amazonaws.com/${owner}/${name}`,
  properties,
});

const failed = 'arn:aws:sqs:eu-west-1:000000000000:failed';
const RedrivePolicy = { deadLetterTargetArn: failed, maxReceiveCount: 2 };

/** The queues of the folder. Their last process ended without a word, as after kill -9. */
const started = (properties: Record<string, unknown> = { RedrivePolicy }) => {
  const queues = createQueues({
    resources: [queueIn('jobs', properties), queueIn('failed')],
    faults: createFaults(),
    folder,
  });
  opened.push(queues);
  const named = (name: string) => queues.byName(name, 'eu-west-1') ?? assert.fail(name);
  return { queues, jobs: named('jobs'), failed: named('failed') };
};

const at = { max: 10, wait_ms: 0 };
const bodies = async (queue: ReturnType<typeof started>['jobs']) =>
  (await queue.receive(at)).map(({ body }) => body);

describe('after the end of its process a queue', () => {
  test('has every message that was sent, in order, whole', async () => {
    const before = started().jobs;
    const attributes = { trace: { DataType: 'String', StringValue: 'ä' } };
    const id = before.send('one', { group: 'g', attributes });
    for (let nth = 2; nth <= 30; nth++) before.send(`${nth}`);
    const { jobs } = started();
    assert.deepEqual(jobs.depth(), { visible: 30, inFlight: 0, delayed: 0 });
    const [first, ...more] = await jobs.receive(at);
    assert.deepEqual(
      [first?.messageId, first?.body, first?.messageAttributes],
      [id, 'one', attributes],
    );
    assert.deepEqual(
      [first?.attributes.MessageGroupId, first?.attributes.ApproximateReceiveCount],
      ['g', '1'],
    );
    assert.deepEqual(
      more.slice(0, 3).map(({ body }) => body),
      ['2', '3', '4'],
    );
  });

  test('has no message that was deleted', async () => {
    const before = started().jobs;
    for (const body of ['kept', 'deleted']) before.send(body);
    for (const { body, receiptHandle } of await before.receive(at))
      if (body === 'deleted') before.delete(receiptHandle);
    assert.deepEqual(await bodies(started().jobs), ['kept']);
  });

  test('hides a delayed message until its time', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
    started().jobs.send('late', { delay_seconds: 60 });
    t.mock.timers.tick(20_000);
    const { jobs } = started();
    assert.deepEqual(jobs.depth(), { visible: 0, inFlight: 0, delayed: 1 });
    t.mock.timers.tick(39_000);
    assert.deepEqual(await bodies(jobs), []);
    t.mock.timers.tick(1_000);
    assert.deepEqual(await bodies(jobs), ['late']);
  });

  test('shows at once what was delayed until a time that has passed', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
    started().jobs.send('due', { delay_seconds: 60 });
    t.mock.timers.tick(600_000);
    assert.deepEqual(await bodies(started().jobs), ['due']);
  });

  test('shows at once what was received and not deleted, and does not count that as a failure', async () => {
    const before = started().jobs;
    before.send('cut off');
    for (let crash = 1; crash <= 3; crash++) {
      const [message] = await started().jobs.receive(at);
      assert.deepEqual(
        [message?.body, message?.attributes.ApproximateReceiveCount],
        ['cut off', String(crash)],
      );
    }
    assert.equal(started().failed.depth().visible, 0);
  });

  test('has its dead letters, and from which queue they came', async () => {
    const before = started().jobs;
    before.send('poison');
    for (let receives = 0; receives < 3; receives++)
      await before.receive({ ...at, visibility_seconds: 0 });
    const { jobs, failed: letters } = started();
    assert.equal(jobs.depth().visible + jobs.depth().inFlight, 0);
    const [letter] = await letters.receive(at);
    assert.deepEqual(
      [letter?.body, letter?.attributes.DeadLetterQueueSourceArn],
      ['poison', jobs.arn],
    );
  });

  test('is empty when it was purged', async () => {
    const before = started().jobs;
    for (const body of ['1', '2', '3']) before.send(body);
    before.purge();
    assert.deepEqual(await bodies(started().jobs), []);
  });

  test('forgets what is older than it keeps messages', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
    started({ MessageRetentionPeriod: 60 }).jobs.send('old');
    t.mock.timers.tick(61_000);
    const { jobs } = started({ MessageRetentionPeriod: 60 });
    assert.deepEqual(await bodies(jobs), []);
    assert.equal(started().jobs.depth().visible, 0);
  });

  test('of another account is there, with its messages and its policy', async () => {
    const { queues } = started();
    const own = queues.create(settingsOf(queueIn('theirs', {}, '111122223333')));
    const Statement = {
      Effect: 'Allow',
      Principal: '*',
      Action: 'sqs:SendMessage',
      Resource: own.arn,
    };
    queues.setPolicy(own.arn, { Version: '2012-10-17', Statement: [Statement] });
    own.send('for them');
    const after = started().queues;
    assert.deepEqual(
      await bodies(after.byName('theirs', 'eu-west-1', '111122223333') ?? assert.fail()),
      ['for them'],
    );
    assert.notEqual(after.policyOf(own.arn), undefined);
  });
});

test('the file is nobody else’s to read', () => {
  started().jobs.send('secret');
  assert.ok(hasMode(folder, 0o700));
  for (const name of readdirSync(folder)) assert.ok(hasMode(join(folder, name), 0o600), name);
  assert.ok(readdirSync(folder).includes('queues.sqlite'));
});

test('without a folder a queue is in memory, and empty after a restart', async () => {
  const resources = [queueIn('jobs')];
  const inMemory = () =>
    createQueues({ resources, faults: createFaults() }).all[0] ?? assert.fail();
  inMemory().send('gone');
  assert.deepEqual(await bodies(inMemory()), []);
  assert.deepEqual(readdirSync(folder), []);
});

describe('where nothing can be written', () => {
  const full = Object.assign(new Error('database or disk is full'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 13,
  });
  /** A queue and its dead letters on a file that is full while `disk.isFull`. */
  const onDisk = () => {
    const [file, disk] = [openMessageFile(folder), { isFull: false }];
    const unlessFull =
      <Words extends unknown[], Result>(change: (...words: Words) => Result) =>
      (...words: Words): Result => {
        if (disk.isFull) throw full;
        return change(...words);
      };
    const failing: MessageFile = {
      ...file,
      add: unlessFull(file.add),
      received: unlessFull(file.received),
      remove: unlessFull(file.remove),
    };
    const queues = new Map<string, OwnQueue>();
    const queueOf = (arn: string) => queues.get(arn);
    for (const [name, properties] of [
      ['failed', {}],
      ['jobs', { RedrivePolicy }],
    ] as const) {
      const settings = settingsOf(queueIn(name, properties));
      queues.set(
        settings.arn,
        createQueue({ settings, faults: createFaults(), queueOf, file: failing }),
      );
    }
    const named = (name: string) =>
      queues.get(`arn:aws:sqs:eu-west-1:000000000000:${name}`) ?? assert.fail(name);
    return { disk, jobs: named('jobs'), letters: named('failed') };
  };

  test('a message is not taken, and is none that anybody receives; with room it is', async () => {
    const { disk, jobs } = onDisk();
    disk.isFull = true;
    assert.throws(() => jobs.send('one'), full);
    assert.deepEqual(await bodies(jobs), []);
    disk.isFull = false;
    jobs.send('two');
    assert.deepEqual(await bodies(jobs), ['two']);
  });

  test('what waits is received and deleted; after a restart it may come again', async () => {
    const { disk, jobs } = onDisk();
    jobs.send('one');
    disk.isFull = true;
    const [message] = await jobs.receive(at);
    jobs.delete(message?.receiptHandle ?? '');
    assert.deepEqual(jobs.depth(), { visible: 0, inFlight: 0, delayed: 0 });
    assert.deepEqual(await bodies(started().jobs), ['one']);
  });

  test('a dead letter stays where it is until there is room', async () => {
    const { disk, jobs, letters } = onDisk();
    jobs.send('poison');
    for (let receives = 0; receives < 2; receives++)
      await jobs.receive({ ...at, visibility_seconds: 0 });
    disk.isFull = true;
    assert.deepEqual(await jobs.receive({ max: 1, wait_ms: 0, visibility_seconds: 0.01 }), []);
    assert.deepEqual([jobs.depth().inFlight, letters.depth().visible], [1, 0]);
    disk.isFull = false;
    await until(() => jobs.depth().visible === 1);
    assert.deepEqual(await jobs.receive(at), []);
    assert.equal(letters.depth().visible, 1);
  });
});

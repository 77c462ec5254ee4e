import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createFaults } from '../../local/faults.ts';
import { createQueues } from '../../local/queues/queues.ts';
import { allow, lambda } from '../helpers/data-resources.ts';
import { startMessagingPlane } from '../helpers/messaging-plane.ts';
import { mapping, queue, queueArn, queueUrl, reader } from '../helpers/messaging-resources.ts';
import { until } from '../helpers/until.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queues-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const of = (name: string, more: Record<string, unknown> = {}) => [queue(name, more)];
const open = (resources: ReturnType<typeof of>) => createQueues({ resources, faults: createFaults(), folder });
const find = (queues: ReturnType<typeof open>, name: string) =>
  queues.find(queueArn(name)) ?? assert.fail(`There is no queue ${name}.`);

test('what a queue holds at an orderly end it holds at the next start, with whoever has it', async () => {
  const first = open(of('kept'));
  const sent = first.send(find(first, 'kept'), { body: 'one', group: 'g', sender: 's' });
  first.send(find(first, 'kept'), { body: 'two', sender: 's' }, 60_000);
  const [taken] = await find(first, 'kept').receive({ max: 1, wait_ms: 0 });
  first.stop();
  const second = open(of('kept'));
  assert.deepEqual(find(second, 'kept').counts(), { visible: 0, inFlight: 1, delayed: 1 });
  assert.equal(taken?.id, sent.id);
  assert.equal(find(second, 'kept').delete(taken?.receipt ?? ''), true);
  assert.deepEqual(find(second, 'kept').counts(), { visible: 0, inFlight: 0, delayed: 1 });
});

test('a file of queues that cannot be read ends the start with one sentence', () => {
  writeFileSync(join(folder, 'queues.json'), 'nonsense');
  assert.throws(() => open(of('kept')), { name: 'BadConfiguration', message: /local:reset/ });
});

test('the end waits for no function, and what it had is handed out again', async () => {
  const resources = [
    ...of('work', { VisibilityTimeout: 1 }),
    ...reader('work', 'work'),
    mapping('work', queueArn('work')),
  ];
  let began = 0;
  const handlers = { work: () => new Promise(() => (began += 1)) };
  const first = await startMessagingPlane({ resources, handlers, folder });
  first.queues.send(find(first.queues, 'work'), { body: 'x', sender: 's' });
  await until(() => began === 1);
  await first.stop();
  const second = await startMessagingPlane({ resources, handlers: { work: () => (began += 1) }, folder });
  await until(() => began === 2 && find(second.queues, 'work').messages().length === 0);
  await second.stop();
});

test('a machine that stops takes in nothing more', async () => {
  const plane = await startMessagingPlane({ resources: of('q'), folder });
  const sqs = plane.sqs();
  const { data } = plane;
  // The front door still stands, as while functions end.
  const stop = data.stop;
  Object.assign(data, { stop: async () => {} });
  await plane.stop();
  const send = new SendMessageCommand({ QueueUrl: queueUrl('q'), MessageBody: 'x' });
  await assert.rejects(sqs.send(send), { name: 'ServiceUnavailable', $fault: 'server' }).finally(stop);
});

test('a function reaches a queue by the one address of AWS, with what its role allows', async (t) => {
  const resources = [...of('q'), ...lambda('sender', [allow('sqs:SendMessage', queueArn('q'))])];
  const plane = await startMessagingPlane({ resources });
  t.after(() => plane.stop());
  const [key, secret, endpoint, region] = [
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_ENDPOINT_URL',
    'AWS_REGION',
  ];
  const before = { ...process.env };
  Object.assign(process.env, {
    [key]: 'FUNCTION_sender',
    [secret]: 's',
    [endpoint]: plane.data.endpoint,
    [region]: 'eu-west-1',
  });
  t.after(() => {
    for (const name of [key, secret, endpoint, region]) delete process.env[name];
    Object.assign(process.env, before);
  });
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  t.after(() => sqs.destroy());
  const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('q'), MessageBody: 'x' }));
  assert.equal(find(plane.queues, 'q').messages()[0]?.id, MessageId);
  await assert.rejects(sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl('q') })), {
    name: 'AccessDeniedException',
  });
});

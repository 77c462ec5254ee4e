import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { type QueueMachine, queueArn, queueIn, startQueueMachine } from './helpers/queue-machine.ts';
import { until } from './helpers/until.ts';

let machine: QueueMachine;

before(async () => {
  machine = await startQueueMachine({
    Jobs: queueIn('jobs', { VisibilityTimeout: 120 }),
    Slow: queueIn('slow', { DelaySeconds: 900 }),
    Fragile: queueIn('fragile', {
      VisibilityTimeout: 0,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Failed', 'Arn'] }, maxReceiveCount: 2 },
    }),
    Failed: queueIn('failed'),
    Brief: queueIn('brief', { MessageRetentionPeriod: 60 }),
  });
});

after(() => machine.stop());

const send = (name: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  machine.sqs.send(new SendMessageCommand({ QueueUrl: machine.url(name), MessageBody, ...more }));

const receive = async (name: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
  const asked = { QueueUrl: machine.url(name), MessageSystemAttributeNames: ['All' as const], ...more };
  return (await machine.sqs.send(new ReceiveMessageCommand(asked))).Messages ?? [];
};

const remove = (name: string, ReceiptHandle: string | undefined) =>
  machine.sqs.send(new DeleteMessageCommand({ QueueUrl: machine.url(name), ReceiptHandle }));

const hide = (name: string, ReceiptHandle: string | undefined, VisibilityTimeout: number) =>
  machine.sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: machine.url(name), ReceiptHandle, VisibilityTimeout }),
  );

test('a message that nobody deletes comes again, under a new handle, and the old one deletes nothing', async () => {
  await send('jobs', 'again');
  const [first] = await receive('jobs', { VisibilityTimeout: 0 });
  const second = await until(async () => (await receive('jobs'))[0]);
  assert.equal(second?.MessageId, first?.MessageId);
  assert.equal(second?.Attributes?.ApproximateReceiveCount, '2');
  assert.notEqual(second?.ReceiptHandle, first?.ReceiptHandle);
  await remove('jobs', first?.ReceiptHandle);
  assert.equal(machine.queue('jobs').depth().inFlight, 1);
  await hide('jobs', second?.ReceiptHandle, 0);
  assert.equal(machine.queue('jobs').depth().visible, 1);
  await assert.rejects(hide('jobs', second?.ReceiptHandle, 10), { name: 'InvalidParameterValue' });
  await remove('jobs', second?.ReceiptHandle);
  assert.deepEqual(machine.queue('jobs').depth(), { visible: 0, inFlight: 0, delayed: 0 });
});

test('one receive never gives the same message twice, even when nothing is hidden', async () => {
  await send('jobs', 'once');
  const found = await receive('jobs', { VisibilityTimeout: 0, MaxNumberOfMessages: 10 });
  assert.equal(found.length, 1);
  await remove('jobs', found[0]?.ReceiptHandle);
});

test('a delay is that of the message, or else of the queue', async () => {
  await send('slow', 'later');
  assert.deepEqual(machine.queue('slow').depth(), { visible: 0, inFlight: 0, delayed: 1 });
  await send('slow', 'now', { DelaySeconds: 0 });
  assert.deepEqual(
    (await receive('slow')).map(({ Body }) => Body),
    ['now'],
  );
  await send('jobs', 'soon', { DelaySeconds: 1 });
  assert.deepEqual(machine.queue('jobs').depth(), { visible: 0, inFlight: 0, delayed: 1 });
  const [soon] = await receive('jobs', { WaitTimeSeconds: 20 });
  assert.equal(soon?.Body, 'soon');
  await remove('jobs', soon?.ReceiptHandle);
});

test('what was received too often goes to the dead letters, with its id and count', async () => {
  const { MessageId } = await send('fragile', 'poison');
  for (const count of ['1', '2']) {
    const [message] = await receive('fragile');
    assert.equal(message?.Attributes?.ApproximateReceiveCount, count);
  }
  assert.deepEqual(await receive('fragile'), []);
  const [dead] = await receive('failed', { WaitTimeSeconds: 20 });
  assert.deepEqual([dead?.MessageId, dead?.Body], [MessageId, 'poison']);
  assert.equal(dead?.Attributes?.ApproximateReceiveCount, '3');
  assert.equal(dead?.Attributes?.DeadLetterQueueSourceArn, queueArn('fragile'));
  assert.deepEqual(machine.queue('fragile').depth(), { visible: 0, inFlight: 0, delayed: 0 });
});

test('what is older than the retention is never received', async (context) => {
  await send('brief', 'old');
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
  assert.deepEqual(await machine.queue('brief').receive({ max: 1, wait_ms: 0 }), []);
  assert.equal(machine.queue('brief').depth().visible, 0);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { type QueueMachine, queueArn, queueIn, startQueueMachine } from './helpers/queue-machine.ts';

let machine: QueueMachine;

before(async () => {
  machine = await startQueueMachine({
    Jobs: queueIn('jobs', { VisibilityTimeout: 120 }),
    Fragile: queueIn('fragile', {
      VisibilityTimeout: 0,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Failed', 'Arn'] }, maxReceiveCount: 2 },
    }),
    Failed: queueIn('failed'),
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

test('a message is received with what SQS knows of it, hidden, and gone when it is deleted', async () => {
  const { MessageId, MD5OfMessageBody } = await send('jobs', 'größer', { MessageGroupId: 'biz_1' });
  assert.equal(MD5OfMessageBody, createHash('md5').update('größer').digest('hex'));
  const [message, ...more] = await receive('jobs', { MaxNumberOfMessages: 10 });
  assert.deepEqual([message?.MessageId, message?.Body, more.length], [MessageId, 'größer', 0]);
  const { SentTimestamp, ApproximateFirstReceiveTimestamp, ...attributes } = message?.Attributes ?? {};
  assert.deepEqual(attributes, { SenderId: '000000000000', ApproximateReceiveCount: '1', MessageGroupId: 'biz_1' });
  assert.ok(Number(SentTimestamp) <= Number(ApproximateFirstReceiveTimestamp));
  assert.deepEqual(await receive('jobs'), []);
  assert.deepEqual(machine.queue('jobs').depth(), { visible: 0, inFlight: 1, delayed: 0 });
  await remove('jobs', message?.ReceiptHandle);
  assert.deepEqual(machine.queue('jobs').depth(), { visible: 0, inFlight: 0, delayed: 0 });
});

test('only the attributes that are asked for come, and the SDK takes their checksums', async () => {
  const MessageAttributes = {
    'trace.id': { DataType: 'String', StringValue: 'abc' },
    size: { DataType: 'Number', StringValue: '3' },
    raw: { DataType: 'Binary', BinaryValue: Buffer.from([1, 2]) },
  };
  const sent = await send('jobs', 'with attributes', { MessageAttributes });
  // Computed apart, as the developer guide of SQS describes it.
  assert.equal(sent.MD5OfMessageAttributes, '050f6bfa39754820f0a6e864bcac28de');
  const [message] = await receive('jobs', {
    MessageSystemAttributeNames: ['SentTimestamp'],
    MessageAttributeNames: ['trace.*'],
  });
  assert.deepEqual(Object.keys(message?.Attributes ?? {}), ['SentTimestamp']);
  assert.deepEqual(message?.MessageAttributes, { 'trace.id': { DataType: 'String', StringValue: 'abc' } });
  await remove('jobs', message?.ReceiptHandle);
});

test('a receiver waits for the message that comes', async () => {
  const waiting = receive('jobs', { WaitTimeSeconds: 20 });
  const second = receive('jobs', { WaitTimeSeconds: 20 });
  await send('jobs', 'awaited');
  await send('jobs', 'awaited too');
  const found = (await Promise.all([waiting, second])).flat();
  assert.deepEqual(found.map(({ Body }) => Body).sort(), ['awaited', 'awaited too']);
  for (const { ReceiptHandle } of found) await remove('jobs', ReceiptHandle);
});

test('a queue is found by its name, tells its settings and is purged', async () => {
  const { QueueUrl } = await machine.sqs.send(new GetQueueUrlCommand({ QueueName: 'fragile' }));
  assert.equal(QueueUrl, machine.url('fragile'));
  await send('fragile', 'unwanted');
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
  const { Attributes = {} } = await machine.sqs.send(asked);
  assert.equal(Attributes.QueueArn, queueArn('fragile'));
  assert.equal(Attributes.VisibilityTimeout, '0');
  assert.equal(Attributes.ApproximateNumberOfMessages, '1');
  const policy = { deadLetterTargetArn: queueArn('failed'), maxReceiveCount: 2 };
  assert.deepEqual(JSON.parse(Attributes.RedrivePolicy ?? ''), policy);
  await machine.sqs.send(new PurgeQueueCommand({ QueueUrl }));
  assert.deepEqual(await receive('fragile'), []);
});

test('a receiver that is told to leave goes with nothing', async () => {
  const leaving = new AbortController();
  const waiting = machine.queue('jobs').receive({ max: 1, wait_ms: 20_000, signal: leaving.signal });
  leaving.abort();
  assert.deepEqual(await waiting, []);
  machine.queue('jobs').send('stays');
  assert.equal(machine.queue('jobs').depth().visible, 1);
  machine.queue('jobs').purge();
});

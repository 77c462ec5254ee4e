import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { createFaults } from '../faults.ts';
import { queuePoliciesOf } from '../queues/policy.ts';
import { createQueues } from '../queues/queues.ts';
import { resource } from './helpers/data-resources.ts';
import { type QueueMachine, queueArn, queueIn, startQueueMachine } from './helpers/queue-machine.ts';

let machine: QueueMachine;
let QueueUrl: string;

before(async () => {
  machine = await startQueueMachine({ Jobs: queueIn('jobs'), Small: queueIn('small', { MaximumMessageSize: 1_024 }) });
  QueueUrl = machine.url('jobs');
});

after(() => machine.stop());

const mebibyte = 1024 * 1024;

const send = (more: Partial<SendMessageCommandInput>) =>
  machine.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', ...more }));

test('a message of 1 MiB is taken, one byte more is not', async () => {
  await send({ MessageBody: 'x'.repeat(mebibyte) });
  await assert.rejects(send({ MessageBody: 'x'.repeat(mebibyte + 1) }), { name: 'InvalidParameterValue' });
  const MessageAttributes = { a: { DataType: 'String', StringValue: 'b' } };
  await assert.rejects(send({ MessageBody: 'x'.repeat(mebibyte), MessageAttributes }), {
    name: 'InvalidParameterValue',
  });
  await assert.rejects(send({ QueueUrl: machine.url('small'), MessageBody: 'ü'.repeat(513) }), {
    name: 'InvalidParameterValue',
  });
  machine.queue('jobs').purge();
});

test('values outside their limits are refused, and nothing is sent', async () => {
  const refused: [Partial<SendMessageCommandInput>, string][] = [
    [{ MessageBody: '' }, 'MissingParameter'],
    [{ MessageBody: 'a\ud800' }, 'InvalidMessageContents'],
    [{ DelaySeconds: 901 }, 'InvalidParameterValue'],
    [{ MessageGroupId: 'with a space' }, 'InvalidParameterValue'],
    [{ MessageGroupId: 'x'.repeat(129) }, 'InvalidParameterValue'],
    [{ MessageDeduplicationId: 'x' }, 'InvalidParameterValue'],
    [{ MessageAttributes: { a: { DataType: 'Number', StringValue: 'ten' } } }, 'InvalidParameterValue'],
    [{ QueueUrl: machine.url('nobody') }, 'QueueDoesNotExist'],
  ];
  for (const [input, name] of refused) await assert.rejects(send(input), { name }, JSON.stringify(input));
  for (const more of [{ MaxNumberOfMessages: 11 }, { WaitTimeSeconds: 21 }, { VisibilityTimeout: 43_201 }]) {
    const asked = new ReceiveMessageCommand({ QueueUrl, ...more });
    await assert.rejects(machine.sqs.send(asked), { name: 'InvalidParameterValue' });
  }
  assert.equal(machine.queue('jobs').depth().visible, 0);
});

test('a handle of another queue, an unknown name and an unknown operation are refused', async () => {
  machine.queue('small').send('x');
  const [message] = await machine.queue('small').receive({ max: 1, wait_ms: 0 });
  const foreign = new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.receiptHandle });
  await assert.rejects(machine.sqs.send(foreign), { name: 'ReceiptHandleIsInvalid' });
  await assert.rejects(machine.sqs.send(new GetQueueUrlCommand({ QueueName: 'nobody' })), {
    name: 'QueueDoesNotExist',
    Code: 'AWS.SimpleQueueService.NonExistentQueue',
  });
  await assert.rejects(machine.sqs.send(new ListQueuesCommand()), { name: 'UnknownOperationException' });
});

test('a template that AWS would run otherwise is refused in one sentence', () => {
  const queue = (properties: object) =>
    resource('AWS::SQS::Queue', 'https://sqs.eu-west-1.amazonaws.com/000000000000/jobs', { ...properties });
  const make = (properties: object) => createQueues({ resources: [queue(properties)], faults: createFaults() });
  const refused = (properties: object) => assert.throws(() => make(properties), { name: 'BadConfiguration' });
  refused({ FifoQueue: true });
  refused({ KmsMasterKeyId: 'alias/x' });
  refused({ RedrivePolicy: { deadLetterTargetArn: queueArn('nobody'), maxReceiveCount: 1 } });
  const policy = (statement: object) =>
    resource('AWS::SQS::QueuePolicy', 'policy', {
      Queues: [queue({}).physicalId],
      PolicyDocument: { Statement: { Effect: 'Deny', Action: 'sqs:*', Resource: '*', ...statement } },
    });
  const policies = (...statements: object[]) =>
    assert.throws(() => queuePoliciesOf(statements.map(policy), make({})), { name: 'BadConfiguration' });
  policies({ Principal: { AWS: 'arn:aws:iam::000000000000:role/one' } });
  policies({ NotPrincipal: '*' });
  policies({ Principal: '*' }, { Principal: '*' });
});

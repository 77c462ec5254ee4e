import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type QueueMachine, queueIn, startQueueMachine } from './helpers/queue-machine.ts';

let machine: QueueMachine;

const policy = (Principal: unknown, statement: object, queue: string) => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: [{ Ref: queue }],
    PolicyDocument: {
      Statement: [
        { Effect: 'Deny', Principal, Action: 'sqs:*', Resource: { 'Fn::GetAtt': [queue, 'Arn'] }, ...statement },
      ],
    },
  },
});

const allow = (Action: string, ...path: [string, string]) => ({
  Effect: 'Allow',
  Action,
  Resource: { 'Fn::GetAtt': path },
});

before(async () => {
  machine = await startQueueMachine(
    {
      Jobs: queueIn('jobs'),
      Other: queueIn('other'),
      Closed: queueIn('closed'),
      TlsOnly: policy({ AWS: '*' }, { Condition: { Bool: { 'aws:SecureTransport': 'false' } } }, 'Jobs'),
      Nobody: policy('*', {}, 'Closed'),
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'news' } },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          RoleName: 'small',
          Policies: [
            {
              PolicyName: 'needs',
              PolicyDocument: {
                Statement: [
                  allow('sqs:SendMessage', 'Jobs', 'Arn'),
                  allow('sqs:SendMessage', 'Closed', 'Arn'),
                  allow('sqs:GetQueueUrl', 'Jobs', 'Arn'),
                  allow('events:PutEvents', 'Bus', 'Arn'),
                ],
              },
            },
          ],
        },
      },
    },
    {
      env: {
        source: 'exports.handler = async () => process.env;',
        properties: {
          Environment: { Variables: { JOBS: { Ref: 'Jobs' }, NAME: { 'Fn::GetAtt': ['Jobs', 'QueueName'] } } },
        },
      },
    },
  );
});

after(() => machine.stop());

/** What a function has: its environment, and clients as it makes them from nothing else. */
const surroundings = async () => {
  const { payload } = await machine.local.invoke('env', {});
  const env = payload as Record<string, string>;
  const settings = {
    region: env.AWS_REGION ?? '',
    maxAttempts: 1,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
  };
  process.env.AWS_ENDPOINT_URL = env.AWS_ENDPOINT_URL;
  return { env, sqs: new SQSClient(settings), events: new EventBridgeClient(settings) };
};

after(() => {
  delete process.env.AWS_ENDPOINT_URL;
});

test('a function reaches a queue by the address in its environment, as the SDK does it by itself', async () => {
  const { env, sqs } = await surroundings();
  assert.equal(env.JOBS, machine.url('jobs'));
  assert.equal(env.NAME, 'jobs');
  await sqs.send(new SendMessageCommand({ QueueUrl: env.JOBS, MessageBody: 'x' }));
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: env.NAME }));
  assert.equal(QueueUrl, env.JOBS);
  assert.equal(machine.queue('jobs').depth().visible, 1);
  machine.queue('jobs').purge();
});

test('a batch needs the grant of its single form', async () => {
  const { sqs } = await surroundings();
  const Entries = [{ Id: 'a', MessageBody: 'x' }];
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: machine.url('jobs'), Entries }));
  const undo = machine.local.iam.revoke({ function: 'env', action: 'sqs:SendMessage' });
  const again = new SendMessageBatchCommand({ QueueUrl: machine.url('jobs'), Entries });
  await assert.rejects(sqs.send(again), { name: 'AccessDeniedException' });
  undo();
  machine.queue('jobs').purge();
});

test('what a role does not grant is refused, by operation and by queue', async () => {
  const { sqs } = await surroundings();
  const refused = { name: 'AccessDeniedException', message: /sqs:\w+ on resource: arn:aws:sqs:/ };
  await assert.rejects(sqs.send(new ReceiveMessageCommand({ QueueUrl: machine.url('jobs') })), refused);
  const other = new SendMessageCommand({ QueueUrl: machine.url('other'), MessageBody: 'x' });
  await assert.rejects(sqs.send(other), refused);
  assert.equal(machine.queue('other').depth().visible, 0);
});

test('what a queue forbids to everybody no grant allows', async () => {
  const { sqs } = await surroundings();
  const closed = new SendMessageCommand({ QueueUrl: machine.url('closed'), MessageBody: 'x' });
  await assert.rejects(sqs.send(closed), { message: /explicit deny in a resource-based policy/ });
  assert.equal(machine.queue('closed').depth().visible, 0);
});

test('events need the grant of every bus they are put on', async () => {
  const { events } = await surroundings();
  const on = (EventBusName?: string) => ({ EventBusName, Source: 'test', DetailType: 'x', Detail: '{}' });
  const { FailedEntryCount } = await events.send(new PutEventsCommand({ Entries: [on('news'), on('news')] }));
  assert.equal(FailedEntryCount, 0);
  await assert.rejects(events.send(new PutEventsCommand({ Entries: [on('news'), on()] })), {
    name: 'AccessDeniedException',
    message: /events:PutEvents on resource: arn:aws:events:eu-west-1:000000000000:event-bus\/default/,
  });
});

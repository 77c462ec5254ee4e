import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  PurgeQueueCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { role } from './helpers/fed.ts';
import { type QueueMachine, queueIn, startQueueMachine } from './helpers/queue-machine.ts';
import { declared } from './helpers/small-api-template.ts';

let machine: QueueMachine;

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const denying = (Principal: unknown, statement: object, queue: string) =>
  declared('AWS::SQS::QueuePolicy', {
    Queues: [{ Ref: queue }],
    PolicyDocument: {
      Statement: [
        { Effect: 'Deny', Principal, Action: 'sqs:*', Resource: arnOf(queue), ...statement },
      ],
    },
  });
const allow = (Action: string, ...logicalIds: string[]) => ({
  Effect: 'Allow',
  Action,
  Resource: logicalIds.map(arnOf),
});

before(async () => {
  machine = await startQueueMachine(
    {
      Jobs: queueIn('jobs'),
      Small: queueIn('small', { MaximumMessageSize: 1_024 }),
      Closed: queueIn('closed'),
      TlsOnly: denying(
        { AWS: '*' },
        { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
        'Jobs',
      ),
      Nobody: denying('*', {}, 'Closed'),
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'news' } },
      Role: role(allow('sqs:SendMessage', 'Jobs', 'Closed'), allow('events:PutEvents', 'Bus')),
    },
    {
      env: {
        source: 'exports.handler = async () => process.env;',
        properties: { Environment: { Variables: { JOBS: { Ref: 'Jobs' } } } },
      },
    },
  );
});
after(() => machine.stop());

const mebibyte = 1024 * 1024;
const send = (more: Partial<SendMessageCommandInput>) =>
  machine.sqs.send(
    new SendMessageCommand({ QueueUrl: machine.url('jobs'), MessageBody: 'x', ...more }),
  );
const sendBatch = (Entries: SendMessageBatchRequestEntry[], sqs = machine.sqs) =>
  sqs.send(new SendMessageBatchCommand({ QueueUrl: machine.url('jobs'), Entries }));
const visible = (name = 'jobs') => {
  const { visible } = machine.queue(name).depth();
  machine.queue(name).purge();
  return visible;
};

describe('a message', () => {
  test('of 1 MiB is sent, one byte more is not', async () => {
    const tooLong = { name: 'InvalidParameterValue' };
    await send({ MessageBody: 'x'.repeat(mebibyte) });
    await assert.rejects(send({ MessageBody: 'x'.repeat(mebibyte + 1) }), tooLong);
    await assert.rejects(
      send({ QueueUrl: machine.url('small'), MessageBody: 'ü'.repeat(513) }),
      tooLong,
    );
    assert.equal(visible(), 1);
  });

  test('outside the limits is rejected, and nothing is sent', async () => {
    const rejected: [Partial<SendMessageCommandInput>, string][] = [
      [{ MessageBody: '' }, 'MissingParameter'],
      [{ MessageBody: 'a\ud800' }, 'InvalidMessageContents'],
      [{ DelaySeconds: 901 }, 'InvalidParameterValue'],
      [{ MessageGroupId: 'with a space' }, 'InvalidParameterValue'],
      [{ MessageGroupId: 'x'.repeat(129) }, 'InvalidParameterValue'],
      [{ MessageDeduplicationId: 'x' }, 'InvalidParameterValue'],
      [
        { MessageAttributes: { a: { DataType: 'Number', StringValue: '1' } } },
        'InvalidParameterValue',
      ],
      [
        { MessageAttributes: { 'aws.a': { DataType: 'String', StringValue: 'b' } } },
        'InvalidParameterValue',
      ],
      [{ QueueUrl: machine.url('nobody') }, 'QueueDoesNotExist'],
    ];
    for (const [input, name] of rejected)
      await assert.rejects(send(input), { name }, JSON.stringify(input));
    const unknown = machine.sqs.send(new PurgeQueueCommand({ QueueUrl: machine.url('jobs') }));
    await assert.rejects(unknown, { name: 'UnknownOperationException' });
    assert.equal(visible(), 0);
  });
});

describe('a batch', () => {
  test('is sent in order, and an invalid entry fails alone', async () => {
    const { Successful = [], Failed = [] } = await sendBatch([
      { Id: 'good', MessageBody: 'a', MessageGroupId: 'g' },
      { Id: 'late', MessageBody: 'x', DelaySeconds: 901 },
      { Id: 'empty', MessageBody: '' },
      { Id: 'odd', MessageBody: '\u0001' },
      { Id: 'delayed', MessageBody: 'b', DelaySeconds: 900 },
    ]);
    assert.deepEqual(
      Successful.map(({ Id }) => Id),
      ['good', 'delayed'],
    );
    assert.deepEqual(
      Failed.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault]),
      [
        ['late', 'InvalidParameterValue', true],
        ['empty', 'MissingParameter', true],
        ['odd', 'InvalidMessageContents', true],
      ],
    );
    assert.equal(machine.queue('jobs').depth().delayed, 1);
    assert.equal(visible(), 1);
  });

  test('that is invalid as a whole is rejected as a whole', async () => {
    const entry = (Id: string, bytes = 1) => ({ Id, MessageBody: 'x'.repeat(bytes) });
    await assert.rejects(sendBatch([]), { name: 'EmptyBatchRequest' });
    await assert.rejects(sendBatch(Array.from({ length: 11 }, (_, at) => entry(String(at)))), {
      name: 'TooManyEntriesInBatchRequest',
      Code: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
    });
    await assert.rejects(sendBatch([entry('a'), entry('a')]), { name: 'BatchEntryIdsNotDistinct' });
    await assert.rejects(sendBatch([entry('not an id')]), { name: 'InvalidBatchEntryId' });
    await assert.rejects(sendBatch([entry('a', mebibyte), entry('b')]), {
      name: 'BatchRequestTooLong',
    });
    assert.equal(visible(), 0);
  });
});

describe('a function', () => {
  /** Its environment, and clients made of nothing else. */
  const clients = async () => {
    const env = (await machine.local.invoke('env', {})).payload as Record<string, string>;
    const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } =
      env;
    const settings = {
      region: 'eu-west-1',
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey },
    };
    process.env.AWS_ENDPOINT_URL = env.AWS_ENDPOINT_URL;
    return { env, sqs: new SQSClient(settings), events: new EventBridgeClient(settings) };
  };
  after(() => {
    delete process.env.AWS_ENDPOINT_URL;
  });

  test('reaches a queue by the URL in its environment, as the SDK does by itself', async () => {
    const { env, sqs } = await clients();
    assert.equal(env.JOBS, machine.url('jobs'));
    await sqs.send(new SendMessageCommand({ QueueUrl: env.JOBS, MessageBody: 'x' }));
    assert.equal(visible(), 1);
  });

  test('may send what its role grants, single or in a batch, and nothing else', async () => {
    const { sqs } = await clients();
    const denied = {
      name: 'AccessDeniedException',
      message: /sqs:SendMessage on resource: arn:aws:sqs:/,
    };
    await assert.rejects(
      sqs.send(new SendMessageCommand({ QueueUrl: machine.url('small'), MessageBody: 'x' })),
      denied,
    );
    const Entries = [{ Id: 'a', MessageBody: 'x' }];
    await sendBatch(Entries, sqs);
    const giveBack = machine.local.iam.revoke({ function: 'env', action: 'sqs:SendMessage' });
    await assert.rejects(sendBatch(Entries, sqs), denied);
    giveBack();
    assert.deepEqual([visible('small'), visible()], [0, 1]);
  });

  test('may not send what the queue forbids to everybody', async () => {
    const { sqs } = await clients();
    const closed = new SendMessageCommand({ QueueUrl: machine.url('closed'), MessageBody: 'x' });
    await assert.rejects(sqs.send(closed), { message: /explicit deny in a resource-based policy/ });
    assert.equal(visible('closed'), 0);
  });

  test('needs the grant of every bus that it puts events on', async () => {
    const { events } = await clients();
    const on = (EventBusName?: string) => ({
      EventBusName,
      Source: 'test',
      DetailType: 'x',
      Detail: '{}',
    });
    const { FailedEntryCount } = await events.send(
      new PutEventsCommand({ Entries: [on('news'), on('news')] }),
    );
    assert.equal(FailedEntryCount, 0);
    await assert.rejects(events.send(new PutEventsCommand({ Entries: [on('news'), on()] })), {
      name: 'AccessDeniedException',
      message:
        /events:PutEvents on resource: arn:aws:events:eu-west-1:000000000000:event-bus\/default/,
    });
  });
});

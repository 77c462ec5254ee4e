import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutEventsCommand,
  PutPermissionCommand,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { role } from './helpers/fed.ts';
import { type QueueMachine, queueIn, startQueueMachine } from './helpers/queue-machine.ts';

const [own, owner] = ['000000000000', '111122223333'];
const elsewhere = { StringNotEquals: { 'aws:ResourceAccount': own } };

let machine: QueueMachine;
let clients: Record<
  'ours' | 'theirs',
  { readonly sqs: SQSClient; readonly events: EventBridgeClient }
>;
let roleArn: string;

before(async () => {
  machine = await startQueueMachine(
    {
      Jobs: queueIn('jobs'),
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'news' } },
      Role: role(
        {
          Effect: 'Allow',
          Action: 'sqs:SendMessage',
          Resource: 'arn:aws:sqs:*:*:*',
          Condition: elsewhere,
        },
        {
          Effect: 'Allow',
          Action: 'events:PutEvents',
          Resource: 'arn:aws:events:*:*:event-bus/*',
          Condition: elsewhere,
        },
      ),
    },
    { sender: { source: 'exports.handler = async () => 1;' } },
  );
  const { local } = machine;
  const name =
    local.resources.find(({ type }) => type === 'AWS::Lambda::Function')?.physicalId ??
    assert.fail();
  roleArn = local.iam.roleArnOf(name);
  const clientsOf = (credentials: { accessKeyId: string; secretAccessKey: string }) => {
    const settings = { endpoint: local.endpoint, region: 'eu-west-1', credentials, maxAttempts: 1 };
    return {
      sqs: new SQSClient({ ...settings, useQueueUrlAsEndpoint: false }),
      events: new EventBridgeClient(settings),
    };
  };
  clients = {
    ours: clientsOf(local.credentialsOf(name)),
    theirs: clientsOf(local.credentialsOfAccount(owner)),
  };
});
after(async () => {
  for (const { sqs, events } of Object.values(clients)) {
    sqs.destroy();
    events.destroy();
  }
  await machine.stop();
});

const policy = (Action: string, Resource: string, Condition: object = {}) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: own },
        Action,
        Resource,
        Condition: { ArnEquals: { 'aws:PrincipalArn': roleArn }, ...Condition },
      },
    ],
  });

const queueOfOwner = async (QueueName: string, Attributes: Record<string, string> = {}) => {
  const { QueueUrl = '' } = await clients.theirs.sqs.send(
    new CreateQueueCommand({ QueueName, Attributes }),
  );
  return { url: QueueUrl, arn: `arn:aws:sqs:eu-west-1:${owner}:${QueueName}` };
};
const allow = ({ url, arn }: { url: string; arn: string }) =>
  clients.theirs.sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: url,
      Attributes: { Policy: policy('sqs:SendMessage', arn) },
    }),
  );
const send = (QueueUrl: string, more: Partial<SendMessageCommandInput> = {}) =>
  clients.ours.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}', ...more }));
const receive = async (QueueUrl: string) => {
  const wanted = { QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] };
  const { Messages = [] } = await clients.theirs.sqs.send(new ReceiveMessageCommand(wanted));
  return Messages;
};

describe('a queue of another account', () => {
  test('takes nothing until its policy allows the role, and then only from it', async () => {
    const queue = await queueOfOwner('inbox');
    await assert.rejects(send(queue.url), {
      name: 'AccessDenied',
      message: /no resource-based policy/,
    });
    await clients.theirs.sqs.send(
      new SetQueueAttributesCommand({
        QueueUrl: queue.url,
        Attributes: {
          Policy: policy('sqs:SendMessage', queue.arn).replace(roleArn, `${roleArn}-other`),
        },
      }),
    );
    await assert.rejects(send(queue.url), { name: 'AccessDenied' });
    await allow(queue);
    const text = { DataType: 'String', StringValue: 'msg_1' };
    const { MessageId } = await send(queue.url, { MessageAttributes: { 'webhook-id': text } });
    const [message] = await receive(queue.url);
    assert.deepEqual(
      [message?.MessageId, message?.MessageAttributes],
      [MessageId, { 'webhook-id': text }],
    );
  });

  test('belongs to that account alone: no other reads it or sets its policy', async () => {
    const queue = await queueOfOwner('closed');
    const settings = { endpoint: machine.local.endpoint, region: 'eu-west-1', maxAttempts: 1 };
    const credentials = machine.local.credentialsOfAccount('444455556666');
    const stranger = new SQSClient({ ...settings, credentials, useQueueUrlAsEndpoint: false });
    const denied = { name: 'AccessDeniedException' };
    await assert.rejects(stranger.send(new ReceiveMessageCommand({ QueueUrl: queue.url })), denied);
    await assert.rejects(
      stranger.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: 'x' })),
      denied,
    );
    await assert.rejects(
      stranger.send(new ReceiveMessageCommand({ QueueUrl: machine.url('jobs') })),
      denied,
    );
    stranger.destroy();
  });

  test('is not what a grant on other accounts opens at home, and one that nobody created does not exist', async () => {
    await assert.rejects(send(machine.url('jobs')), {
      name: 'AccessDeniedException',
      message: /identity-based/,
    });
    const url = `https://sqs.eu-west-1.amazonaws.com/${owner}/nobody`;
    await assert.rejects(send(url), { name: 'QueueDoesNotExist' });
    const other = `https://sqs.eu-west-1.amazonaws.com/444455556666/inbox`;
    await assert.rejects(send(other), { name: 'QueueDoesNotExist' });
  });

  test('that is FIFO drops a message that is sent again, and serves each group one by one, in order', async () => {
    const queue = await queueOfOwner('ordered.fifo', { FifoQueue: 'true', VisibilityTimeout: '0' });
    await allow(queue);
    const sent = (id: string, MessageGroupId = 'one') =>
      send(queue.url, { MessageBody: id, MessageGroupId, MessageDeduplicationId: id });
    const first = await sent('a');
    assert.equal((await sent('a')).MessageId, first.MessageId);
    await sent('b');
    await sent('c', 'other');
    // Both come back at once, in front of what is behind them.
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual((await receive(queue.url)).map(({ Body }) => Body).toSorted(), ['a', 'c']);
    for (const { ReceiptHandle } of await receive(queue.url))
      await clients.theirs.sqs.send(
        new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }),
      );
    assert.deepEqual(
      (await receive(queue.url)).map(({ Body }) => Body),
      ['b'],
    );
    await assert.rejects(send(queue.url), { name: 'MissingParameter' });
    await assert.rejects(send(queue.url, { MessageGroupId: 'one' }), {
      name: 'InvalidParameterValue',
    });
  });
});

describe('a bus of another account', () => {
  test('takes only what its policy allows by source, and its rules reach a queue of that account', async () => {
    const { theirs, ours } = clients;
    const { EventBusArn: bus = '' } = await theirs.events.send(
      new CreateEventBusCommand({ Name: 'inbox' }),
    );
    const put = (Source: string) =>
      ours.events.send(
        new PutEventsCommand({
          Entries: [{ EventBusName: bus, Source, DetailType: 'a.b', Detail: '{"id":1}' }],
        }),
      );
    await assert.rejects(put('bank/one'), { name: 'AccessDenied' });
    const only = {
      'ForAllValues:StringEquals': { 'events:source': 'bank/one' },
      Null: { 'events:source': 'false' },
    };
    const Policy = policy('events:PutEvents', bus, only);
    await theirs.events.send(new PutPermissionCommand({ EventBusName: 'inbox', Policy }));
    const queue = await queueOfOwner('from-bus');
    const rule = { EventBusName: 'inbox', Name: 'all' };
    const { RuleArn = '' } = await theirs.events.send(
      new PutRuleCommand({ ...rule, EventPattern: '{"detail-type":["a.b"]}' }),
    );
    await theirs.events.send(
      new PutTargetsCommand({
        EventBusName: 'inbox',
        Rule: 'all',
        Targets: [{ Id: 'queue', Arn: queue.arn }],
      }),
    );
    const statement = {
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: queue.arn,
      Condition: { ArnEquals: { 'aws:SourceArn': RuleArn } },
    };
    const Attributes = { Policy: JSON.stringify({ Statement: [statement] }) };
    await theirs.sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes }));
    assert.equal((await put('bank/one')).FailedEntryCount, 0);
    await assert.rejects(put('bank/other'), { name: 'AccessDenied' });
    const events = (await receive(queue.url)).map(({ Body = '' }) => JSON.parse(Body));
    assert.deepEqual(
      events.map(({ source, detail }) => [source, detail]),
      [['bank/one', { id: 1 }]],
    );
  });

  test('is not one of the templates, which nobody creates or opens by a call', async () => {
    const { theirs, ours } = clients;
    const opening = {
      EventBusName: `arn:aws:events:eu-west-1:${own}:event-bus/news`,
      Policy: '{}',
    };
    await assert.rejects(theirs.events.send(new PutPermissionCommand(opening)), {
      name: 'AccessDeniedException',
    });
    await assert.rejects(machine.events.send(new CreateEventBusCommand({ Name: 'x' })), {
      name: 'AccessDeniedException',
    });
    await assert.rejects(ours.events.send(new CreateEventBusCommand({ Name: 'x' })), {
      name: 'AccessDeniedException',
    });
  });
});

import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutPermissionCommand,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';

const region = 'eu-west-1';
let accounts = 111_122_220_000;

/** An AWS account of a business, as its administrator uses it: queues, buses, and the policies of both. */
export const anotherAccount = (
  t: { after(end: () => void): void },
  local: Pick<Local, 'endpoint' | 'credentialsOfAccount'>,
) => {
  const account = String(accounts++);
  const settings = {
    endpoint: local.endpoint,
    region,
    credentials: local.credentialsOfAccount(account),
  };
  const sqs = new SQSClient({ ...settings, useQueueUrlAsEndpoint: false });
  const events = new EventBridgeClient(settings);
  t.after(() => {
    sqs.destroy();
    events.destroy();
  });
  const setQueuePolicy = (QueueUrl: string, Policy: string) =>
    sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }));
  const queue = async (QueueName: string): Promise<string> => {
    const Attributes = QueueName.endsWith('.fifo') ? { FifoQueue: 'true' } : {};
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
    return QueueUrl;
  };
  /** Receives and deletes until there were so many. */
  const received = async (QueueUrl: string, count: number): Promise<Message[]> => {
    const found: Message[] = [];
    await until(async () => {
      const wanted = { QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] };
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(wanted));
      for (const { ReceiptHandle } of Messages)
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      found.push(...Messages);
      return found.length >= count;
    }, `${count} messages in ${QueueUrl}`);
    return found;
  };
  return {
    account,
    queue,
    setQueuePolicy,
    received,
    setBusPolicy: (EventBusName: string, Policy: string) =>
      events.send(new PutPermissionCommand({ EventBusName, Policy })),
    /** A bus, and a queue that gets every event on it of which it has the type. */
    bus: async (Name: string, types: readonly string[]) => {
      const { EventBusArn: arn = '' } = await events.send(new CreateEventBusCommand({ Name }));
      const url = await queue(`${Name}-events`);
      const rule = { EventBusName: Name, Name: 'all' };
      const EventPattern = JSON.stringify({ 'detail-type': types });
      const { RuleArn } = await events.send(new PutRuleCommand({ ...rule, EventPattern }));
      const Arn = `arn:aws:sqs:${region}:${account}:${Name}-events`;
      const Targets = [{ Id: 'queue', Arn }];
      await events.send(new PutTargetsCommand({ EventBusName: Name, Rule: 'all', Targets }));
      const statement = {
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: Arn,
        Condition: { ArnEquals: { 'aws:SourceArn': RuleArn } },
      };
      await setQueuePolicy(url, JSON.stringify({ Statement: [statement] }));
      return { arn, url };
    },
  };
};

/** The attributes of a message as headers of a request. */
export const headersOf = ({ MessageAttributes = {} }: Message): Record<string, string> =>
  Object.fromEntries(
    Object.entries(MessageAttributes).map(([name, { StringValue = '' }]) => [name, StringValue]),
  );

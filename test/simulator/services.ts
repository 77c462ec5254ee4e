import { randomUUID } from 'node:crypto';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DocumentCommand } from '../helpers/document-commands.ts';
import type { SimulatedQueue } from './queues.ts';
import type { SimulatedTables, Sought } from './tables.ts';
import { call, chance, world } from './world.ts';

/** The settings of every function, as its deployed environment has them; a plain object, since those of a process are slow. */
process.env = {
  ...process.env,
  ENVIRONMENT: 'sandbox',
  WEBHOOK_TARGETS: 'public',
  DELIVERY_ROLE: 'arn:aws:iam::000000000000:role/d',
  AWS_REGION: 'eu-west-1',
  EVENT_BUS_NAME: 'bus',
  DELIVER_QUEUE_URL: 'deliver',
  DOCUMENTS_QUEUE_URL: 'documents',
  IDENTITY_QUEUE_URL: 'identity',
  CARDS_QUEUE_URL: 'cards',
  REDACTIONS_QUEUE_URL: 'redactions',
  COUNTERS_QUEUE_URL: 'counters',
};

// The examples that the bundler would have put there: the event that a test sends does not matter
// here.
Object.assign(globalThis, { EVENT_EXAMPLES: '{}' });

/** The services that the clients of AWS reach. */
export type Services = {
  readonly dynamodb: SimulatedTables;
  /** By what `…_QUEUE_URL` says; of the bus the one queue that gets every event. */
  readonly queues: { readonly deliver: SimulatedQueue; readonly webhooks: SimulatedQueue };
};

let services: Services | undefined;

/** From here on clients reach these. */
export const reach = (reached: Services): void => {
  services = reached;
};

const reached = (): Services => {
  if (!services) throw new Error('nothing to reach');
  return services;
};

type Effects = Readonly<Record<string, (input: never) => unknown>>;

/** The effect of a command of another service than DynamoDB, by its name. */
const effects: Effects = {
  SendMessageBatchCommand: (input) => send(input),
  PutEventsCommand: (input) => putEvents(input),
  EncryptCommand: ({ Plaintext }: { Plaintext: Uint8Array }) => ({ CiphertextBlob: Plaintext }),
  DecryptCommand: ({ CiphertextBlob }: { CiphertextBlob: Uint8Array }) => ({
    Plaintext: CiphertextBlob,
  }),
};

type Messages = {
  readonly QueueUrl: 'deliver';
  readonly Entries: readonly { readonly MessageBody: string; readonly DelaySeconds: number }[];
};

const send = ({ QueueUrl, Entries }: Messages) => {
  for (const { MessageBody, DelaySeconds } of Entries)
    reached().queues[QueueUrl].send(MessageBody, DelaySeconds);
  return {};
};

type Notices = { readonly Entries: readonly { readonly Detail: string }[] };

/** Under faults the bus rejects an entry now and then. */
const putEvents = ({ Entries }: Notices) => ({
  Entries: Entries.map(({ Detail }) => {
    if (chance(world().faults.refuse)) return { ErrorCode: 'InternalFailure' };
    reached().queues.webhooks.send(`{"detail":${Detail}}`, 0);
    return { EventId: randomUUID() };
  }),
});

type Query = DocumentCommand & { readonly input: Sought };

/** Most of a sweep looks where nothing is scheduled: that takes no time, since it is half of all that is asked. */
const isIdle = (command: DocumentCommand): boolean =>
  command.constructor.name === 'QueryCommand' &&
  (command as Query).input.IndexName === 'due' &&
  reached().dynamodb.isEmpty(command as Query);

const sendThrough = (command: DocumentCommand): Promise<unknown> => {
  const { name } = command.constructor;
  const effect = effects[name] ?? (() => reached().dynamodb.execute(command));
  return isIdle(command)
    ? Promise.resolve({ Items: [] })
    : call(name, () => effect(command.input as never));
};

for (const client of [DynamoDBDocumentClient, SQSClient, EventBridgeClient, KMSClient])
  Object.assign(client.prototype, { send: sendThrough });

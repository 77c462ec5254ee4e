import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { LocalOptions } from '../../start.ts';
import { type Fed, type FedRecord, mappingIn, startFed } from './fed.ts';
import { queueArn } from './queue-machine.ts';
import { declared } from './small-api-template.ts';
import type { Small } from './small-assembly.ts';
import { until } from './until.ts';

type Attributes = Readonly<Record<string, AttributeValue>>;

/** A machine whose functions are fed from the streams of tables with the key `pk`. */
export type FedStreams = Fed & {
  put(table: string, pk: string, attributes: Attributes): Promise<void>;
  /** Items in one transaction, so that they are one batch; each holds its order. */
  putTogether(table: string, orders: Readonly<Record<string, object>>): Promise<void>;
  remove(table: string, pk: string): Promise<void>;
  /** All records that a function has seen, in order. */
  records(functionName: string): FedRecord[];
  /** Their keys. */
  keys(functionName: string): string[];
  /** The keys of each batch. */
  batches(functionName: string): string[][];
  /** The message about a table's stream that the queue `given-up` gets. */
  givenUp(table: string): Promise<GivenUp>;
};

/** As much of the message as tests look at. */
type GivenUp = {
  readonly requestContext: { readonly condition: string; readonly approximateInvokeCount: number };
  readonly responseContext: { readonly functionError: string };
  readonly DDBStreamBatchInfo: Readonly<Record<string, unknown>>;
};

/** Starts it; what is in the folder stays there. */
export const startFedStreams = async (
  small: Small,
  options?: Partial<LocalOptions>,
): Promise<FedStreams> => {
  const machine = await startFed(small, options);
  const { endpoint, operator } = machine.local;
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials: operator });
  const put = (TableName: string, pk: string, attributes: Attributes) => ({
    TableName,
    Item: { ...attributes, pk: { S: pk } },
  });
  const batches = (functionName: string): string[][] =>
    machine
      .events(functionName)
      .map(({ Records }) => Records.map(({ dynamodb }) => dynamodb.Keys.pk.S));
  return {
    ...machine,
    put: async (...item) => void (await client.send(new PutItemCommand(put(...item)))),
    putTogether: async (table, orders) => {
      const items = Object.entries(orders).map(([pk, order]) =>
        put(table, pk, { order: { S: JSON.stringify(order) } }),
      );
      await client.send(
        new TransactWriteItemsCommand({ TransactItems: items.map((Put) => ({ Put })) }),
      );
    },
    remove: async (TableName, pk) =>
      void (await client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: pk } } }))),
    records: (functionName) => machine.events(functionName).flatMap(({ Records }) => Records),
    keys: (functionName) => batches(functionName).flat(),
    batches,
    givenUp: (table) => until(() => givenUp(machine, table)),
    stop: async () => {
      client.destroy();
      await machine.stop();
    },
  };
};

const givenUp = async ({ local }: Fed, table: string): Promise<GivenUp | undefined> => {
  const messages = await local.queues
    .byArn(queueArn('given-up'))
    ?.receive({ max: 10, wait_ms: 0, visibility_seconds: 0 });
  const [found] = (messages ?? []).filter(({ body }) => body.includes(streamArn(table)));
  return found && JSON.parse(found.body);
};

/** A table with a stream in a template. */
export const tableIn = (TableName: string) =>
  declared('AWS::DynamoDB::Table', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
  });

/** The value that `Fn::GetAtt` gives for a table's stream. */
export const streamArn = (table: string): string =>
  `arn:aws:dynamodb:eu-west-1:000000000000:table/${table}/stream/2020-01-01T00:00:00.000`;

/** A mapping that begins with the stream by default. */
export const fromStream = (functionName: string, arn: unknown, mapping: object) => ({
  [`${functionName}Mapping`]: mappingIn(functionName, arn, {
    StartingPosition: 'TRIM_HORIZON',
    ...mapping,
  }),
});

import { after } from 'node:test';
import { type Local, type LocalOptions, startLocal } from '../../start.ts';
import { declared } from './small-api-template.ts';
import { type Small, writeSmallAssembly } from './small-assembly.ts';
import { until } from './until.ts';

/** A machine whose functions are fed from queues, streams and schedules. */
export type Fed = {
  readonly local: Local;
  /** The events that a function has seen, in order. */
  events(functionName: string): FedEvent[];
  /** The same, once there are so many. */
  eventsOf(functionName: string, count: number): Promise<FedEvent[]>;
  stop(): Promise<void>;
};

export type FedEvent = { readonly Records: readonly FedRecord[] } & Readonly<
  Record<string, unknown>
>;

/** As much of a record as tests look at one by one. */
export type FedRecord = {
  readonly messageId: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly eventID: string;
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime: number;
    readonly SizeBytes: number;
    readonly Keys: { readonly pk: { readonly S: string } };
  };
};

/** Starts it on these resources; its functions' role may do everything with queues and tables, unless they replace it. */
export const startFed = async (
  small: Small,
  options: Partial<LocalOptions> = { memory: true },
): Promise<Fed> => {
  const assembly = writeSmallAssembly({
    ...small,
    resources: { Role: role(all), ...small.resources },
  });
  endings.push(assembly.remove);
  const local = await startLocal({ assembly: assembly.folder, ...options });
  endings.push(local.stop);
  const events = (functionName: string): FedEvent[] =>
    local.logs
      .lines()
      .filter((line) => line.functionName === functionName && line.line.startsWith(mark))
      .map(({ line }) => JSON.parse(line.slice(mark.length)));
  return {
    local,
    events,
    eventsOf: async (functionName, count) => {
      await until(() => events(functionName).length >= count, `${count} events of ${functionName}`);
      return events(functionName);
    },
    stop: () => local.stop(),
  };
};

const endings: (() => unknown)[] = [];
after(async () => {
  // A machine that a failed test left running would keep its file from ending.
  for (const end of endings.splice(0).reverse()) await end();
});

const mark = 'EVENT ';

/** The role of all functions of a small assembly. */
export const role = (...statements: object[]) =>
  declared('AWS::IAM::Role', {
    RoleName: 'small',
    Policies: [{ PolicyName: 'all', PolicyDocument: { Statement: statements } }],
  });

const all = { Effect: 'Allow', Action: ['sqs:*', 'dynamodb:*'], Resource: '*' };

/**
 * Reports the event, then does what its records say in a message's body or an item's attribute
 * `order`. `{throw}`, `{crash}` and `{report}` hold the number of times, `{until}` a file to wait
 * for, and `{answer}` an answer.
 */
export const obedient = `const fs = require('node:fs');
const seen = new Map();
const orderOf = (record) => JSON.parse(record.body ?? record.dynamodb.NewImage?.order?.S ?? '{}');
const idOf = (record) => record.messageId ?? record.dynamodb.SequenceNumber;
exports.handler = async (event) => {
  console.log('${mark}' + JSON.stringify(event));
  const batchItemFailures = [];
  for (const record of event.Records ?? []) {
    const id = idOf(record);
    const order = orderOf(record);
    const times = Number(record.attributes?.ApproximateReceiveCount ?? (seen.get(id) ?? 0) + 1);
    seen.set(id, times);
    if (order.throw >= times) throw new Error('as ordered');
    if (order.crash >= times) process.exit(1);
    if (order.report >= times) batchItemFailures.push({ itemIdentifier: id });
    while (order.until && !fs.existsSync(order.until)) await new Promise((go) => setTimeout(go, 10));
    if ('answer' in order) return order.answer;
  }
  return { batchItemFailures };
};`;

/** A function whose timeout is as short as the visibility of the queues that tests can wait for. */
export const briefFunction = { source: obedient, properties: { Timeout: 1 } };

/** A function that has time, also on a busy machine. */
export const fedFunction = { source: obedient, properties: { Timeout: 30 } };

/** A queue for it. */
export const shortQueue = { VisibilityTimeout: 1 };

/** The ids of an event's messages. */
export const idsOf = ({ Records }: FedEvent): string[] => Records.map(({ messageId }) => messageId);

/** A mapping in a template; the source is an arn or how to find it. */
export const mappingIn = (FunctionName: string, EventSourceArn: unknown, properties: object = {}) =>
  declared('AWS::Lambda::EventSourceMapping', {
    FunctionName: { Ref: FunctionName },
    EventSourceArn,
    ...properties,
  });

/** `Fn::GetAtt` */
export const attribute = (logicalId: string, name = 'Arn') => ({ 'Fn::GetAtt': [logicalId, name] });

export const reporting = { FunctionResponseTypes: ['ReportBatchItemFailures'] };

/** Filter criteria of these patterns. */
export const filters = (...patterns: object[]) => ({
  FilterCriteria: { Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
});

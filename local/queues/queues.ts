import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Faults } from '../faults.ts';
import { createQueue, type OwnQueue } from './queue.ts';
import { type QueueSettings, settingsOf } from './settings.ts';

/** A message as somebody received it. */
export type Message = {
  readonly messageId: string;
  readonly body: string;
  /** As SQS names them: `SentTimestamp`, `ApproximateReceiveCount`, `MessageGroupId`, …; times in milliseconds. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Those that the sender gave it. */
  readonly messageAttributes: Readonly<Record<string, MessageAttribute>>;
  readonly receiptHandle: string;
  /** In lower-case hex. */
  readonly md5OfBody: string;
};

/** A message attribute as the JSON protocol writes it; `BinaryValue` is base64. */
export type MessageAttribute = {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
};

export type SendOptions = {
  /** 0 to 900; absent: the queue's own. */
  readonly delay_seconds?: number;
  /** Groups are served in turn, so that one with many messages does not starve the others. */
  readonly group?: string;
  readonly attributes?: Readonly<Record<string, MessageAttribute>>;
};

type ReceiveOptions = {
  /** At most so many messages. */
  readonly max: number;
  /** How long to wait for the first; 0 answers at once. */
  readonly wait_ms: number;
  /** How long nobody else receives them; absent: the queue's own. */
  readonly visibility_seconds?: number;
  /** Ends the wait with no message. */
  readonly signal?: AbortSignal;
};

/** One standard queue. Its messages live in memory: what a restart loses is a wake-up, which the sweeper repeats. */
export type Queue = {
  readonly arn: string;
  /** What `Ref` gives. */
  readonly url: string;
  readonly name: string;
  readonly region: string;
  readonly settings: QueueSettings;
  receive(options: ReceiveOptions): Promise<Message[]>;
  /** A handle that is not the message's last deletes nothing; what is no handle of this queue throws an AwsError. */
  delete(receiptHandle: string): void;
  /** Throws an AwsError when the message is not in flight. */
  changeVisibility(receiptHandle: string, seconds: number): void;
  /** Answers the message's id. */
  send(body: string, options?: SendOptions): string;
  depth(): Depth;
  /** Forgets every message. */
  purge(): void;
};

/** How many messages can be received, are with somebody, or wait for their time. */
export type Depth = { readonly visible: number; readonly inFlight: number; readonly delayed: number };

/** The queues of the templates. */
export type Queues = {
  byArn(arn: string): Queue | undefined;
  /** By what `Ref` gives, or by the address under which a function of this machine knows it. */
  byUrl(url: string): Queue | undefined;
  byName(name: string, region: string): Queue | undefined;
  readonly all: readonly Queue[];
  /** Ends every wait, with no message. */
  stop(): void;
};

/** Makes them; throws BadConfiguration for a queue that cannot be run as AWS would. */
export const createQueues = (options: { resources: readonly Resource[]; faults: Faults }): Queues => {
  const settings = options.resources.filter(({ type }) => type === 'AWS::SQS::Queue').map(settingsOf);
  const byArn = new Map<string, OwnQueue>();
  for (const each of settings) {
    byArn.set(each.arn, createQueue({ settings: each, faults: options.faults, deadLetters: (arn) => byArn.get(arn) }));
  }
  const orphan = settings.find(({ redrive }) => redrive && !byArn.has(redrive.arn));
  if (orphan) throw new BadConfiguration(`The queue ${orphan.name} gives up its messages to one that does not exist.`);
  const all = [...byArn.values()];
  const byName = (name: string, region: string): Queue | undefined =>
    all.find((queue) => queue.name === name && queue.region === region);
  return {
    byArn: (arn) => byArn.get(arn),
    byUrl: (url) => all.find((queue) => queue.url === url) ?? all.find(({ name }) => url.endsWith(`/${name}`)),
    byName,
    all,
    stop: () => {
      for (const queue of all) queue.stop();
    },
  };
};

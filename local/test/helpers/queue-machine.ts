import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../../queues/queue.ts';
import { type Local, startLocal } from '../../start.ts';
import { declared } from './small-api-template.ts';
import { type Small, writeSmallAssembly } from './small-assembly.ts';

/** A machine with these resources, and clients of the real SDK for its queues and buses. */
export type QueueMachine = {
  readonly local: Local;
  /** In the operator's name by default. */
  readonly sqs: SQSClient;
  readonly events: EventBridgeClient;
  /** A queue from inside. */
  queue(name: string): Queue;
  /** The address of a queue as clients use it. */
  url(name: string): string;
  stop(): Promise<void>;
};

/** Starts it; `resources` as in a template, by logical id. */
export const startQueueMachine = async (
  resources: Small['resources'],
  functions: Small['functions'] = {},
): Promise<QueueMachine> => {
  const assembly = writeSmallAssembly({ functions, ...(resources && { resources }) });
  const local = await startLocal({ assembly: assembly.folder, memory: true });
  const settings = {
    endpoint: local.endpoint,
    region: 'eu-west-1',
    credentials: local.operator,
    maxAttempts: 1,
  };
  const [sqs, events] = [new SQSClient(settings), new EventBridgeClient(settings)];
  const url = (name: string): string => `${local.endpoint}/000000000000/${name}`;
  return {
    local,
    sqs,
    events,
    url,
    queue: (name) => {
      const queue = local.queues.byName(name, 'eu-west-1');
      if (!queue) throw new Error(`There is no queue ${name}.`);
      return queue;
    },
    stop: async () => {
      sqs.destroy();
      events.destroy();
      await local.stop();
      assembly.remove();
    },
  };
};

/** A queue in a template. */
export const queueIn = (name: string, properties: object = {}) =>
  declared('AWS::SQS::Queue', { QueueName: name, ...properties });

/** The arn of a queue. */
export const queueArn = (name: string): string => `arn:aws:sqs:eu-west-1:000000000000:${name}`;

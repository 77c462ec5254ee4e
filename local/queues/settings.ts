import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';

/** A queue as the templates declare it. */
export type QueueSettings = {
  readonly name: string;
  readonly arn: string;
  readonly url: string;
  readonly region: string;
  readonly environment: string;
  readonly delay_ms: number;
  readonly visibility_ms: number;
  readonly wait_ms: number;
  readonly retention_ms: number;
  readonly body_bytes_max: number;
  /** A message received so often is given up; Infinity where no dead-letter queue is named. */
  readonly receives_max: number;
  /** Arn of the dead-letter queue. */
  readonly deadLetters: string | undefined;
  readonly managedEncryption: boolean;
};

/** The largest message, and the largest batch, that any queue takes (SQS message quotas). */
export const message_bytes_max = 1024 * 1024;

/** The queues among the resources; throws BadConfiguration for what cannot be run as AWS does. */
export const queuesIn = (resources: readonly Resource[]): QueueSettings[] =>
  resources.filter(({ type }) => type === 'AWS::SQS::Queue').map(settingsOf);

type Properties = {
  readonly FifoQueue?: boolean;
  readonly KmsMasterKeyId?: string;
  readonly DelaySeconds?: number;
  readonly VisibilityTimeout?: number;
  readonly ReceiveMessageWaitTimeSeconds?: number;
  readonly MessageRetentionPeriod?: number;
  readonly MaximumMessageSize?: number;
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number | string };
  readonly SqsManagedSseEnabled?: boolean;
};

const settingsOf = (resource: Resource): QueueSettings => {
  const properties = resource.properties as Properties;
  const { physicalId: url, region, environment } = resource;
  const name = url.split('/').at(-1) ?? '';
  if (properties.FifoQueue) throw new BadConfiguration(`The queue ${name} is a FIFO queue, which local/ does not run.`);
  if (properties.KmsMasterKeyId)
    throw new BadConfiguration(
      `The queue ${name} is encrypted with a key of ours, whose grants local/ cannot check: use SqsManagedSseEnabled.`,
    );
  const redrive = properties.RedrivePolicy;
  return {
    ...{ name, url, region, environment, arn: queueArn(region, name) },
    delay_ms: (properties.DelaySeconds ?? 0) * 1000,
    visibility_ms: (properties.VisibilityTimeout ?? 30) * 1000,
    wait_ms: (properties.ReceiveMessageWaitTimeSeconds ?? 0) * 1000,
    retention_ms: (properties.MessageRetentionPeriod ?? 345_600) * 1000,
    body_bytes_max: properties.MaximumMessageSize ?? message_bytes_max,
    receives_max: redrive ? Number(redrive.maxReceiveCount) : Number.POSITIVE_INFINITY,
    deadLetters: redrive?.deadLetterTargetArn,
    managedEncryption: properties.SqsManagedSseEnabled ?? true,
  };
};

/** The arn of a queue, whether it exists or not. */
export const queueArn = (region: string, name: string): string => `arn:aws:sqs:${region}:${account}:${name}`;

import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';

/** A queue as its template declares it. */
export type QueueSettings = {
  readonly arn: string;
  readonly url: string;
  readonly name: string;
  readonly region: string;
  readonly delay_seconds: number;
  readonly visibility_seconds: number;
  readonly retention_seconds: number;
  readonly message_bytes_max: number;
  readonly redrive?: { readonly arn: string; readonly receives_max: number };
  /** Messages of a group come in order and one at a time; one that is sent again within five minutes is dropped. */
  readonly fifo?: boolean;
};

/** Reads a queue's properties, with the defaults of SQS; throws BadConfiguration for what local/ does not run. */
export const settingsOf = ({
  properties,
  physicalId: url,
  region,
  logicalId,
}: Resource): QueueSettings => {
  const fail = (what: string): never => {
    throw new BadConfiguration(`The queue ${logicalId} ${what}, which local/ does not run.`);
  };
  if (properties.FifoQueue !== undefined && String(properties.FifoQueue) !== 'false')
    fail('is FIFO');
  if (properties.KmsMasterKeyId) fail('has a key of its own');
  const number = (property: string, otherwise: number): number =>
    Number(properties[property] ?? otherwise);
  const [name = '', owner = account] = url.split('/').reverse();
  const redrive = redriveOf(properties.RedrivePolicy);
  return {
    arn: `arn:aws:sqs:${region}:${owner}:${name}`,
    url,
    name,
    region,
    delay_seconds: number('DelaySeconds', 0),
    visibility_seconds: number('VisibilityTimeout', 30),
    retention_seconds: number('MessageRetentionPeriod', 4 * 24 * 60 * 60),
    message_bytes_max: number('MaximumMessageSize', 1024 * 1024),
    ...(redrive && { redrive }),
  };
};

const redriveOf = (policy: unknown): QueueSettings['redrive'] => {
  if (!policy) return undefined;
  const read = (typeof policy === 'string' ? JSON.parse(policy) : policy) as Record<
    string,
    unknown
  >;
  return { arn: String(read.deadLetterTargetArn), receives_max: Number(read.maxReceiveCount) };
};

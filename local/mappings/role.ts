import type { Access, Resource } from '../aws-service.ts';
import type { Table } from '../engine/tables.ts';
import type { Queue } from '../queues/queues.ts';
import { keyRingOf } from '../services/kms/key-ring.ts';

/** What Lambda wants of the role of a function before it reads a queue in its name. */
export const accessesToQueue = ({ arn }: Queue): Access[] =>
  ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'].map((action) => ({ action, resource: arn }));

/** The same for a stream: the records of a table with a key of its own are encrypted with it too. */
export const accessesToStream = (
  table: Table,
  streamArn: string,
  resources: readonly Resource[],
  onFailure: Queue | undefined,
): Access[] => {
  const key = table.kmsKey === undefined ? undefined : keyRingOf(resources).find(table.kmsKey, table.region);
  const accesses: Access[] = reading.map((action) => ({ action, resource: streamArn }));
  if (key) {
    const context = { 'kms:ViaService': `dynamodb.${key.region}.amazonaws.com`, 'kms:ResourceAliases': key.aliases };
    accesses.push({ action: 'kms:Decrypt', resource: key.arn, context });
  }
  if (onFailure) accesses.push({ action: 'sqs:SendMessage', resource: onFailure.arn });
  return accesses;
};

const reading = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'];

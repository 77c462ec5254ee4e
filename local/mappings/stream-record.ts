import { createHash } from 'node:crypto';
import type { StreamMapping } from './settings.ts';
import type { StreamRecord } from './stream-reader.ts';

/** A record as Lambda gives it to a function: the engine knows neither region nor arn, and counts its events. */
export const streamRecordOf = (record: StreamRecord, { streamArn, table }: StreamMapping) => ({
  eventID: createHash('md5').update(`${streamArn} ${record.dynamodb.SequenceNumber}`).digest('hex'),
  eventName: record.eventName,
  eventVersion: record.eventVersion,
  eventSource: 'aws:dynamodb',
  awsRegion: table.region,
  dynamodb: record.dynamodb,
  ...(record.userIdentity !== undefined && { userIdentity: record.userIdentity }),
  eventSourceARN: streamArn,
});

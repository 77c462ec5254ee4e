import { randomBytes, randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { Buses } from '../events/buses.ts';
import type { Bucket } from './buckets.ts';
import type { Version } from './objects.ts';

/** Tells the default bus that a version has come, as S3 does where a bucket wants it. */
export const tellCreated = (buses: Buses, bucket: Bucket, version: Version): void => {
  if (!bucket.tells) return;
  const { key, size, etag, version_id, sequence } = version;
  const sequencer = sequence.toString(16).toUpperCase().padStart(16, '0');
  buses.publish(buses.arnOf(undefined, bucket.region), {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Object Created',
    source: 'aws.s3',
    account,
    time: version.at.replace(/\.\d+/, ''),
    region: bucket.region,
    resources: [bucket.arn],
    detail: {
      version: '0',
      bucket: { name: bucket.name },
      object: { key, size, etag, 'version-id': version_id, sequencer },
      'request-id': randomBytes(8).toString('hex').toUpperCase(),
      requester: account,
      'source-ip-address': '127.0.0.1',
      reason: 'PutObject',
    },
  });
};

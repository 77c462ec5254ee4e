import { randomBytes, randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import {
  type AwsAnswer,
  type AwsCall,
  type AwsService,
  type Resource,
  request_bytes_max,
} from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';
import type { Buses } from '../events/buses.ts';
import {
  forbiddenByPolicy,
  type ResourcePolicy,
  resourcePolicyOf,
} from '../iam/resource-policy.ts';
import { bucketsOf, type S3Bucket } from './buckets.ts';
import { assertChecksums } from './checksums.ts';
import type { Version } from './objects.ts';
import {
  deleteObject,
  getObject,
  listObjects,
  listVersions,
  type ObjectCall,
  putAnswer,
  putObject,
} from './operations.ts';
import { accessesOf, objectRequestOf, operationOf } from './request.ts';
import { requestSignatureOf, verifySignature } from './signature.ts';

/** The options of the storage service. */
export type StorageOptions = {
  readonly resources: readonly Resource[];
  readonly folder?: string | undefined;
  readonly buses: Buses;
  /** In milliseconds; absent: the machine's clock. */
  readonly now?: () => number;
};

/** S3 over the versioned buckets of the templates, by path: single objects, by signed headers and by signed links. */
export const s3Service = ({
  resources,
  folder,
  buses,
  now = Date.now,
}: StorageOptions): AwsService => {
  const buckets = bucketsOf(resources, folder);
  const policies = policiesOf(resources, buckets);
  const objectOf = (call: AwsCall): ObjectCall => {
    const request = objectRequestOf(call);
    const bucket = buckets.get(request.bucket);
    if (bucket) return { bucket, request, call };
    const members = { BucketName: request.bucket };
    throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist', members);
  };
  return {
    name: 's3',
    operation: operationOf,
    admit: (head, secretAccessKey) => {
      verifySignature(head, secretAccessKey, now());
      if (Number(head.headers['content-length'] ?? 0) > request_bytes_max)
        throw new AwsError(
          400,
          'EntityTooLarge',
          'Your proposed upload exceeds the maximum allowed size',
        );
      // A body in signed chunks has its length there, and is rejected by name later.
      const length = head.headers['content-length'] ?? head.headers['x-amz-decoded-content-length'];
      if (head.method === 'PUT' && length === undefined)
        throw new AwsError(
          411,
          'MissingContentLength',
          'You must provide the Content-Length HTTP header.',
        );
    },
    accesses: (call) => {
      const { bucket, request } = objectOf(call);
      const accesses = accessesOf(bucket, request, call);
      const denied = accesses.find(({ action, resource }) =>
        policies.get(bucket.name)?.forbids(action, resource),
      );
      // A function's own grants do not help against a bucket policy that forbids the action to everybody.
      if (denied && call.principal.kind !== 'operator')
        throw forbiddenByPolicy(denied.action, denied.resource);
      return accesses;
    },
    handle: async (call) => {
      const object = objectOf(call);
      assertChecksums(call, requestSignatureOf(call).payload, call.body);
      return handle(object, buses);
    },
  };
};

const handle = async (object: ObjectCall, buses: Buses): Promise<AwsAnswer> => {
  const { operation } = object.call;
  if (operation === 'DeleteObject') return deleteObject(object);
  if (operation === 'ListObjectsV2') return listObjects(object);
  if (operation === 'ListObjectVersions') return listVersions(object);
  if (operation !== 'PutObject') return getObject(object);
  const version = await putObject(object);
  publishCreated(buses, object.bucket, version);
  return putAnswer(object.bucket, version);
};

const policiesOf = (
  resources: readonly Resource[],
  buckets: ReadonlyMap<string, S3Bucket>,
): Map<string, ResourcePolicy> => {
  const policies = new Map<string, ResourcePolicy>();
  for (const policy of resources.filter(({ type }) => type === 'AWS::S3::BucketPolicy')) {
    const name = String(policy.properties.Bucket);
    if (policies.has(name)) throw new BadConfiguration(`The bucket ${name} has two policies.`);
    if (buckets.has(name)) policies.set(name, resourcePolicyOf(policy));
  }
  return policies;
};

const publishCreated = (buses: Buses, bucket: S3Bucket, version: Version): void => {
  if (!bucket.publishes) return;
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

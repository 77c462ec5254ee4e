import { AwsError } from '../aws-error.ts';
import type { Access, AwsAnswer, AwsCall, AwsService, Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Buses } from '../events/buses.ts';
import { type ResourcePolicy, resourcePolicyOf } from '../iam/resource-policy.ts';
import { body_bytes_max } from '../incoming.ts';
import { accessesOf } from '../storage/accesses.ts';
import { askedOf, operationOf } from '../storage/asked.ts';
import { authorizationOf } from '../storage/authorization.ts';
import { type Bucket, bucketsOf } from '../storage/buckets.ts';
import { assertChecksums } from '../storage/checksums.ts';
import { tellCreated } from '../storage/notice.ts';
import {
  deleteObject,
  getObject,
  listObjects,
  listVersions,
  type ObjectCall,
  putAnswer,
  putObject,
} from '../storage/operations.ts';
import { verifySignature } from '../storage/signature.ts';

/** What the storage service needs. */
export type StorageOptions = {
  readonly resources: readonly Resource[];
  /** Where objects lie; absent: in memory. */
  readonly folder?: string | undefined;
  readonly buses: Buses;
  /** In milliseconds; absent: the machine's clock. */
  readonly now?: () => number;
};

/** S3 over the versioned buckets of the templates, by path: single objects, by signed headers and by signed links. */
export const s3Service = ({ resources, folder, buses, now = Date.now }: StorageOptions): AwsService => {
  const buckets = bucketsOf(resources, folder);
  const policies = policiesOf(resources, buckets);
  const objectOf = (call: AwsCall): ObjectCall => {
    const asked = askedOf(call);
    const bucket = buckets.get(asked.bucket);
    if (bucket) return { bucket, asked, call };
    const members = { BucketName: asked.bucket };
    throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist', members);
  };
  return {
    name: 's3',
    operation: operationOf,
    admit: (head, secretAccessKey) => {
      verifySignature(head, secretAccessKey, now());
      if (Number(head.headers['content-length'] ?? 0) > body_bytes_max)
        throw new AwsError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
      // A body in signed chunks, which says its length so, is refused by name later.
      const told = head.headers['content-length'] ?? head.headers['x-amz-decoded-content-length'];
      if (head.method === 'PUT' && told === undefined)
        throw new AwsError(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
    },
    accesses: (call) => {
      const { bucket, asked } = objectOf(call);
      const accesses = accessesOf(bucket, asked, call);
      const barred = accesses.find(({ action, resource }) => policies.get(bucket.name)?.forbids(action, resource));
      // A function's own grants do not help against what the bucket's policy forbids to everybody.
      if (barred && call.principal.kind !== 'operator') throw forbidden(barred);
      return accesses;
    },
    handle: async (call) => {
      const object = objectOf(call);
      assertChecksums(call, authorizationOf(call).payload, call.body);
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
  tellCreated(buses, object.bucket, version);
  return putAnswer(object.bucket, version);
};

const policiesOf = (
  resources: readonly Resource[],
  buckets: ReadonlyMap<string, Bucket>,
): Map<string, ResourcePolicy> => {
  const policies = new Map<string, ResourcePolicy>();
  for (const policy of resources.filter(({ type }) => type === 'AWS::S3::BucketPolicy')) {
    const name = String(policy.properties.Bucket);
    if (policies.has(name)) throw new BadConfiguration(`The bucket ${name} has two policies.`);
    if (buckets.has(name)) policies.set(name, resourcePolicyOf(policy));
  }
  return policies;
};

const forbidden = ({ action, resource }: Access): AwsError => {
  const because = 'with an explicit deny in a resource-based policy';
  return new AwsError(403, 'AccessDenied', `Not authorized to perform: ${action} on resource: ${resource} ${because}`);
};

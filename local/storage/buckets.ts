import { join } from 'node:path';
import type { Resource } from '../aws-service.ts';
import { type Key, keyRingOf } from '../services/kms/key-ring.ts';
import { blobsInFolder, blobsInMemory } from './blobs.ts';
import { type Objects, objectsIn } from './objects.ts';

/** A bucket as its template declares it. */
export type Bucket = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  readonly objects: Objects;
  /** The customer-managed key that encrypts by default; S3 uses it in the caller's name. */
  readonly key?: Key;
  /** Whether the default bus is told of what arrives. */
  readonly tells: boolean;
};

type Properties = {
  readonly VersioningConfiguration?: { readonly Status?: string };
  readonly NotificationConfiguration?: {
    readonly EventBridgeConfiguration?: { readonly EventBridgeEnabled?: boolean | string };
  };
  readonly BucketEncryption?: {
    readonly ServerSideEncryptionConfiguration?: readonly {
      readonly ServerSideEncryptionByDefault?: { readonly KMSMasterKeyID?: string };
    }[];
  };
};

/** Name → bucket, of those that keep versions; others hold files of a deployment, which nobody asks this service for. */
export const bucketsOf = (resources: readonly Resource[], folder: string | undefined): Map<string, Bucket> => {
  const keys = keyRingOf(resources);
  const versioned = resources.filter(
    ({ type, properties }) =>
      type === 'AWS::S3::Bucket' && (properties as Properties).VersioningConfiguration?.Status === 'Enabled',
  );
  return new Map(
    versioned.map(({ physicalId: name, region, properties }) => {
      const { NotificationConfiguration, BucketEncryption } = properties as Properties;
      const [encryption] = BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
      const keyName = encryption?.ServerSideEncryptionByDefault?.KMSMasterKeyID;
      const key = keyName === undefined ? undefined : keys.find(keyName, region);
      const blobs = folder === undefined ? blobsInMemory() : blobsInFolder(join(folder, 'storage', name));
      const tells = String(NotificationConfiguration?.EventBridgeConfiguration?.EventBridgeEnabled) === 'true';
      const bucket = { name, arn: `arn:aws:s3:::${name}`, region, objects: objectsIn(blobs), tells };
      return [name, { ...bucket, ...(key && { key }) }];
    }),
  );
};

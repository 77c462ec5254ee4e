import { join } from 'node:path';
import type { Resource } from '../aws-service.ts';
import { type Key, keysOf } from '../kms/keys.ts';
import { blobsInFolder, blobsInMemory } from './blobs.ts';
import { type Objects, objectsIn } from './objects.ts';

/** A bucket as its template declares it. */
export type S3Bucket = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  readonly objects: Objects;
  /** The customer-managed key that encrypts by default; S3 uses it in the caller's name. */
  readonly key?: Key;
  readonly publishes: boolean;
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

/** Name → bucket, of those that keep versions; others hold files of a deployment, which this service does not serve. */
export const bucketsOf = (
  resources: readonly Resource[],
  folder: string | undefined,
): Map<string, S3Bucket> => {
  const keys = keysOf(resources);
  const versioned = resources.filter(
    ({ type, properties }) =>
      type === 'AWS::S3::Bucket' &&
      (properties as Properties).VersioningConfiguration?.Status === 'Enabled',
  );
  return new Map(
    versioned.map(({ physicalId: name, region, properties }) => {
      const { NotificationConfiguration, BucketEncryption } = properties as Properties;
      const [encryption] = BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
      const keyName = encryption?.ServerSideEncryptionByDefault?.KMSMasterKeyID;
      const key = keyName === undefined ? undefined : keys.find(keyName, region);
      const blobs =
        folder === undefined ? blobsInMemory() : blobsInFolder(join(folder, 'storage', name));
      const publishes =
        String(NotificationConfiguration?.EventBridgeConfiguration?.EventBridgeEnabled) === 'true';
      const bucket = {
        name,
        arn: `arn:aws:s3:::${name}`,
        region,
        objects: objectsIn(blobs),
        publishes,
      };
      return [name, { ...bucket, ...(key && { key }) }];
    }),
  );
};

import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Environment } from '../environments.ts';

/**
 * The removal policy of a resource that has a fixed name and stored data. Live keeps it when its
 * stack is deleted, but not when the deployment that made it is rolled back: its name would block
 * the next try.
 */
export const removal = ({ protectData }: Environment): RemovalPolicy =>
  protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The properties of every bucket: nothing of it is public, all is the account's, and it takes TLS only. */
export const privateBucket = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
};

/** The further properties of a bucket that the environment's key encrypts: every version is kept. */
export const encryptedBucket = (environment: Environment, encryptionKey: IKey) => ({
  encryption: BucketEncryption.KMS,
  encryptionKey,
  // One call of KMS for many objects instead of one for each.
  bucketKeyEnabled: true,
  ...privateBucket,
  versioned: true,
  removalPolicy: removal(environment),
});

import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Environment, listBucket } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { encryptedBucket } from './removal.ts';

/**
 * The bucket of lists of sanctions: private, TLS only, encrypted with the environment's key, every version kept. Each environment
 * has it, as it would stay where a setting takes it away and then be in the way of its successor.
 */
export const listsIn = (
  scope: Construct,
  environment: Environment,
  encryptionKey: IKey,
): Bucket => {
  const made = new Bucket(scope, 'Lists', {
    bucketName: listBucket(environment, Stack.of(scope).account),
    ...encryptedBucket(environment, encryptionKey),
  });
  acknowledge(made, {
    'AwsSolutions-S1': 'It holds lists that everybody can read at their publishers.',
  });
  return made;
};

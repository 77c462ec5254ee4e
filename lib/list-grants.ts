import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { viaStorage } from './document-grants.ts';
import { type Environment, keyAlias, listBucket } from './environments.ts';
import { keyStatement } from './key-grants.ts';

/** What each use of the bucket of lists is called in IAM. */
export const listUses = { read: 's3:GetObject', list: 's3:ListBucket', write: 's3:PutObject' } as const;

const keyUses = { read: ['kms:Decrypt'], list: [], write: ['kms:GenerateDataKey'] } as const;

/** Uses of the bucket of lists, and of the key that encrypts it. */
export const listGrant = (
  stack: Stack,
  environment: Environment,
  uses: readonly (keyof typeof listUses)[],
): readonly PolicyStatement[] => {
  const bucket = `arn:${stack.partition}:s3:::${listBucket(environment.name, stack.account)}`;
  const statements = uses.map(
    (use) => new PolicyStatement({ actions: [listUses[use]], resources: [use === 'list' ? bucket : `${bucket}/*`] }),
  );
  const ofKey = uses.flatMap((use) => keyUses[use]);
  return [...statements, keyStatement(stack, keyAlias(environment.name), ofKey, viaStorage(environment))];
};

import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { bucketGrant } from './bucket-grants.ts';
import { type Environment, listBucket } from './environments.ts';

/** The name in IAM of each use of the bucket of lists. */
export const listUses = {
  read: 's3:GetObject',
  list: 's3:ListBucket',
  write: 's3:PutObject',
} as const;

/** Uses of the bucket of lists. */
export const listGrant = (
  stack: Stack,
  environment: Environment,
  uses: readonly (keyof typeof listUses)[],
): readonly PolicyStatement[] =>
  bucketGrant(
    stack,
    environment,
    listBucket(environment, stack.account),
    uses.map((use) => ({ action: listUses[use] })),
  );

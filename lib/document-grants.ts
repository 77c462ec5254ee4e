import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { bucketGrant } from './bucket-grants.ts';
import { documentBucket, type Environment } from './environments.ts';

/**
 * The name in IAM of each use of the bucket of documents; HeadObject goes by the name of GetObject.
 */
export const documentUses = {
  upload: 's3:PutObject',
  find: 's3:ListBucket',
  read: 's3:GetObject',
  read_version: 's3:GetObjectVersion',
  list: 's3:ListBucket',
  list_versions: 's3:ListBucketVersions',
  delete_version: 's3:DeleteObjectVersion',
} as const;

type DocumentUse = keyof typeof documentUses;

/** Uses of the bucket of documents. */
export const documentGrant = (
  stack: Stack,
  environment: Environment,
  uses: readonly DocumentUse[],
): readonly PolicyStatement[] =>
  bucketGrant(
    stack,
    environment,
    documentBucket(environment, stack.account),
    uses.map((use) => ({ action: documentUses[use], conditions: conditions[use] })),
  );

/** A link lets nobody write over what is there, and who looks for one document cannot leaf through the others. */
const conditions: { readonly [Use in DocumentUse]?: object } = {
  upload: { Null: { 's3:if-none-match': 'false' } },
  find: { StringLike: { 's3:prefix': 'biz_*/cus_*/doc_*' } },
  list_versions: { StringLike: { 's3:prefix': 'biz_*/cus_*/' } },
};

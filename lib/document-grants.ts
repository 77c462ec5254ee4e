import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { documentBucket, type Environment, keyAlias } from './environments.ts';
import { keyStatement } from './key-grants.ts';

/** What each use of the bucket of documents is called in IAM; HeadObject goes by the name of GetObject. */
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

/** Uses of the bucket of documents, and of the key that encrypts it, which S3 uses in the caller's name. */
export const documentGrant = (
  stack: Stack,
  environment: Environment,
  uses: readonly DocumentUse[],
): readonly PolicyStatement[] => {
  const every = anyDocument(stack, environment);
  const bucket = bucketArn(stack, environment);
  const places = {
    ...{ upload: every, find: bucket, read: every, read_version: every, list: bucket },
    ...{ list_versions: bucket, delete_version: every },
  };
  const ofKey = [...new Set(uses.flatMap((use) => keyUses[use] ?? []))];
  return [
    ...uses.map(
      (use) =>
        new PolicyStatement({
          actions: [documentUses[use]],
          resources: [places[use]],
          ...(conditions[use] && { conditions: conditions[use] }),
        }),
    ),
    ...(ofKey.length > 0 ? [keyStatement(stack, keyAlias(environment.name), ofKey, viaStorage(environment))] : []),
  ];
};

/** A link lets nobody write over what is there, and who looks for one document cannot leaf through the others. */
const conditions: { readonly [Use in DocumentUse]?: object } = {
  upload: { Null: { 's3:if-none-match': 'false' } },
  find: { StringLike: { 's3:prefix': 'biz_*/cus_*/doc_*' } },
  list_versions: { StringLike: { 's3:prefix': 'biz_*/cus_*/' } },
};

const keyUses: { readonly [Use in DocumentUse]?: string } = {
  upload: 'kms:GenerateDataKey',
  read: 'kms:Decrypt',
  read_version: 'kms:Decrypt',
};

const bucketArn = (stack: Stack, { name }: Environment): string =>
  `arn:${stack.partition}:s3:::${documentBucket(name, stack.account)}`;

const anyDocument = (stack: Stack, environment: Environment): string => `${bucketArn(stack, environment)}/*`;

/** Only by way of S3 in the region of the environment. */
export const viaStorage = ({ region }: Environment): object => ({
  StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` },
});

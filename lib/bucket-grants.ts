import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { type Environment, keyAlias } from './environments.ts';
import { keyStatement } from './key-grants.ts';

/** An action on a bucket or its objects by its name in IAM, with its conditions. */
export type BucketUse = { readonly action: string; readonly conditions?: object | undefined };

/** Uses of a bucket, and of the key that encrypts it, which S3 uses in the caller's name. */
export const bucketGrant = (
  stack: Stack,
  environment: Environment,
  name: string,
  uses: readonly BucketUse[],
): readonly PolicyStatement[] => {
  const bucket = `arn:${stack.partition}:s3:::${name}`;
  const ofKey = [...new Set(uses.flatMap(({ action }) => keyUses[action] ?? []))];
  return [
    ...uses.map(
      ({ action, conditions }) =>
        new PolicyStatement({
          actions: [action],
          resources: [action.startsWith('s3:ListBucket') ? bucket : `${bucket}/*`],
          ...(conditions && { conditions }),
        }),
    ),
    ...(ofKey.length > 0
      ? [keyStatement(stack, keyAlias(environment.name), ofKey, viaStorage(environment))]
      : []),
  ];
};

const keyUses: Readonly<Record<string, string>> = {
  's3:PutObject': 'kms:GenerateDataKey',
  's3:GetObject': 'kms:Decrypt',
  's3:GetObjectVersion': 'kms:Decrypt',
};

const viaStorage = ({ region }: Environment): object => ({
  StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` },
});

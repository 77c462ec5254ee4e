import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { wildcardFinding } from './constructs/acknowledge.ts';
import { documentBucket, type Environment, keyAlias } from './environments.ts';
import { keyStatement } from './key-grants.ts';

/** What each use of the bucket of documents is called in IAM; HeadObject goes by the name of GetObject. */
export const documentUses = {
  upload: 's3:PutObject',
  read: 's3:GetObject',
  read_version: 's3:GetObjectVersion',
  list: 's3:ListBucket',
} as const;

/** Uses of the bucket of documents, and of the key that encrypts it, which S3 uses in the caller's name. */
export const documentGrant = (
  stack: Stack,
  environment: Environment,
  actions: readonly string[],
): readonly PolicyStatement[] => {
  const listing = actions.filter((action) => action === documentUses.list);
  const touching = actions.filter((action) => action !== documentUses.list);
  const ofKey = [...new Set(touching.map((action) => (action === documentUses.upload ? sealing : opening)))];
  return [
    ...statementOn(touching, anyDocument(stack, environment)),
    ...statementOn(listing, bucketArn(stack, environment)),
    ...(ofKey.length > 0 ? [keyStatement(stack, keyAlias(environment.name), ofKey, viaStorage(environment))] : []),
  ];
};

/** What cdk-nag finds in the statements of a role that uses the bucket, and why it stands; nothing for other roles. */
export const documentFindings = (
  stack: Stack,
  environment: Environment,
  statements: readonly PolicyStatement[],
): Record<string, string> => {
  const every = anyDocument(stack, environment);
  if (!statements.some(({ resources }) => resources.includes(every))) return {};
  return { [wildcardFinding(stack, every)]: 'Objects are called by ids of tenants, customers and documents.' };
};

const bucketArn = (stack: Stack, { name }: Environment): string =>
  `arn:${stack.partition}:s3:::${documentBucket(name, stack.account)}`;

const anyDocument = (stack: Stack, environment: Environment): string => `${bucketArn(stack, environment)}/*`;

const statementOn = (actions: string[], resource: string): PolicyStatement[] =>
  actions.length > 0 ? [new PolicyStatement({ actions, resources: [resource] })] : [];

const sealing = 'kms:GenerateDataKey';
const opening = 'kms:Decrypt';

const viaStorage = ({ region }: Environment): object => ({
  StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` },
});

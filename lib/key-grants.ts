import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import type { TableAction } from '../functions/core/route.ts';
import { type Environment, keyAlias } from './environments.ts';
import { arn } from './service-stack.ts';

const readers: readonly TableAction[] = ['get', 'batch', 'query'];
const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  'kms:Encrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

/** The permissions on the tables' key that access to tables needs; none without access. */
export const tableKeyGrant = (
  stack: Stack,
  environment: Environment,
  grantedActions: ReadonlySet<TableAction>,
): PolicyStatement[] => {
  if (grantedActions.size === 0) return [];
  const writes = [...grantedActions].some((power) => !readers.includes(power));
  return [viaDynamo(stack, environment, writes ? [...reading, ...writing] : reading)];
};

/** The permission on the table's key that reading a table's stream needs. */
export const streamKeyGrant = (stack: Stack, environment: Environment): PolicyStatement =>
  viaDynamo(stack, environment, reading);

/** DynamoDB uses the tables' key in the caller's name, so the caller must be allowed to, but only through DynamoDB. */
const viaDynamo = (
  stack: Stack,
  environment: Environment,
  actions: readonly string[],
): PolicyStatement =>
  keyStatement(stack, keyAlias(environment.name), actions, {
    StringEquals: { 'kms:ViaService': `dynamodb.${environment.region}.amazonaws.com` },
  });

/** A key's id is born in another stack, so the statement names it by the alias it must carry. */
export const keyStatement = (
  stack: Stack,
  alias: string,
  actions: readonly string[],
  conditions: object = {},
): PolicyStatement =>
  new PolicyStatement({
    actions: [...actions],
    resources: [anyKey(stack)],
    conditions: { ...conditions, 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias } },
  });

const anyKey = (stack: Stack): string => arn(stack, 'kms', 'key', '*');

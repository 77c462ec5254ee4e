import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { type Environment, physicalName } from './environments.ts';
import { streamKeyGrant } from './key-grants.ts';
import { arn } from './service-stack.ts';

/** The permissions with which Lambda feeds a worker from its queue. */
export const queueFeed = (stack: Stack, { name }: Environment, queue: string): PolicyStatement =>
  statement(
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    arn(stack, 'sqs', physicalName(name, queue)),
  );

export type StreamFeed = {
  readonly streamArn: string;
  /** The table's name without the environment's prefix. */
  readonly table: string;
};

/**
 * The permissions with which Lambda feeds a worker from the streams of tables, and dead-letters in
 * a queue the records that it gave up.
 */
export const streamFeed = (
  stack: Stack,
  environment: Environment,
  feeds: readonly StreamFeed[],
  failed: string,
): PolicyStatement[] => [
  ...feeds.flatMap(({ streamArn, table }) => [
    statement(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      streamArn,
    ),
    statement(
      ['dynamodb:ListStreams'],
      arn(stack, 'dynamodb', 'table', `${physicalName(environment.name, table)}/stream/*`),
    ),
  ]),
  streamKeyGrant(stack, environment),
  statement(['sqs:SendMessage'], arn(stack, 'sqs', physicalName(environment.name, failed))),
];

const statement = (actions: string[], resource: string): PolicyStatement =>
  new PolicyStatement({ actions, resources: [resource] });

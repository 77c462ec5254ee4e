import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { type Environment, physicalName } from './environments.ts';
import { streamKeyGrant } from './key-grants.ts';
import { arn } from './service-stack.ts';

/** What Lambda does with the role of a worker to feed it from its queue. */
export const queueFeed = (stack: Stack, { name }: Environment, queue: string): PolicyStatement =>
  statement(
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    arn(stack, 'sqs', physicalName(name, queue)),
  );

export type StreamFeed = {
  readonly streamArn: string;
  /** The table's name without the environment's prefix. */
  readonly table: string;
  /** The queue, without it too, that takes what the worker gave up on. */
  readonly failed: string;
};

/** What Lambda does with the role of a worker to feed it from a table's stream, and to dead-letter what it gave up on. */
export const streamFeed = (stack: Stack, environment: Environment, feed: StreamFeed): PolicyStatement[] => [
  statement(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], feed.streamArn),
  statement(
    ['dynamodb:ListStreams'],
    arn(stack, 'dynamodb', 'table', `${physicalName(environment.name, feed.table)}/stream/*`),
  ),
  streamKeyGrant(stack, environment),
  statement(['sqs:SendMessage'], arn(stack, 'sqs', physicalName(environment.name, feed.failed))),
];

const statement = (actions: string[], resource: string): PolicyStatement =>
  new PolicyStatement({ actions, resources: [resource] });

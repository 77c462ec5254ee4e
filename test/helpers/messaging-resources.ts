import type { Resource } from '../../local/aws-service.ts';
import { allow, lambda, resource } from './data-resources.ts';

/** The arn of a queue. */
export const queueArn = (name: string): string => `arn:aws:sqs:eu-west-1:000000000000:${name}`;

/** The address of a queue, as `Ref` gives it. */
export const queueUrl = (name: string): string => `https://sqs.eu-west-1.amazonaws.com/000000000000/${name}`;

/** The arn of a bus. */
export const busArn = (name: string): string => `arn:aws:events:eu-west-1:000000000000:event-bus/${name}`;

/** The arn of a function. */
export const lambdaArn = (name: string): string => `arn:aws:lambda:eu-west-1:000000000000:function:${name}`;

/** A queue. */
export const queue = (name: string, properties: Record<string, unknown> = {}): Resource => ({
  ...resource('AWS::SQS::Queue', name, { QueueName: name, ...properties }),
  physicalId: queueUrl(name),
});

/** A queue's policy of these statements. */
export const queuePolicy = (name: string, statements: readonly object[]): Resource =>
  resource('AWS::SQS::QueuePolicy', `${name}-policy`, {
    Queues: [queueUrl(name)],
    PolicyDocument: { Version: '2012-10-17', Statement: statements },
  });

/** Lets rules send to a queue, as CDK grants it: only one rule where its arn is told. */
export const letEventsSend = (name: string, ruleArn?: string): Resource =>
  queuePolicy(name, [
    {
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: ['sqs:SendMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
      Resource: queueArn(name),
      ...(ruleArn && { Condition: { ArnEquals: { 'aws:SourceArn': ruleArn } } }),
    },
  ]);

/** A bus. */
export const bus = (name: string): Resource => resource('AWS::Events::EventBus', name, { Name: name });

/** A rule with one target. */
export const rule = (name: string, properties: Record<string, unknown>, target: Record<string, unknown>): Resource =>
  resource('AWS::Events::Rule', name, { Name: name, ...properties, Targets: [{ Id: 'Target0', ...target }] });

/** A function that may read a queue; it runs for a second at most, so that messages need not stay hidden for longer. */
export const reader = (name: string, ofQueue: string): Resource[] =>
  lambda(name, [allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queueArn(ofQueue))]).map(
    (each) => ({ ...each, properties: { ...each.properties, Timeout: 1 } }),
  );

/** A mapping; the function and the source are named here, the rest is told. */
export const mapping = (functionName: string, sourceArn: string, properties: Record<string, unknown> = {}): Resource =>
  resource('AWS::Lambda::EventSourceMapping', `${functionName}-mapping`, {
    FunctionName: functionName,
    EventSourceArn: sourceArn,
    ...properties,
  });

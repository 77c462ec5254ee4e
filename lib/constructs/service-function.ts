import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Needs } from '../../functions/contract/route.ts';
import { bundleFolder } from '../bundles.ts';
import { documentFindings } from '../document-grants.ts';
import { type Environment, functionName } from '../environments.ts';
import { addresses, grants } from '../grants.ts';
import { keyFindings } from '../key-grants.ts';
import { acknowledge } from './acknowledge.ts';
import { removal } from './removal.ts';

export type ServiceFunctionProps = {
  /** The route's or worker's id: names the bundle, the function, its role and its log group. */
  readonly id: string;
  readonly summary: string;
  readonly needs: Needs;
  readonly timeout_seconds: number;
  readonly memory_mb: number;
  /** What whatever feeds it must be allowed with its role, such as receiving from a queue; listed apart from needs. */
  readonly feeds?: readonly PolicyStatement[];
  /** Environment variables besides those that follow from id and needs. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly reservedConcurrency?: number;
  /** It sends messages to itself, which Lambda takes for a loop and stops after sixteen unless it is told otherwise. */
  readonly feedsItself?: boolean;
  /** Why a call that is lost needs no dead-letter queue, where nobody waits for the answer. */
  readonly lostCalls?: string;
};

/** One function: its shipped bundle, its log group, and a role that may do what it declares and nothing else. */
export const serviceFunction = (scope: Construct, environment: Environment, props: ServiceFunctionProps) => {
  const name = functionName(environment.name, props.id);
  const logGroup = new LogGroup(scope, 'Log', {
    logGroupName: `/aws/lambda/${name}`,
    retention: environment.logRetentionDays,
    removalPolicy: removal(environment),
  });
  const made = new LambdaFunction(scope, 'Function', {
    functionName: name,
    description: props.summary,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(bundleFolder(props.id)),
    memorySize: props.memory_mb,
    timeout: Duration.seconds(props.timeout_seconds),
    role: roleOf(scope, environment, props, logGroup).withoutPolicyUpdates(),
    logGroup,
    tracing: Tracing.ACTIVE,
    environment: {
      ENVIRONMENT: environment.name,
      POWERTOOLS_SERVICE_NAME: props.id,
      POWERTOOLS_LOG_LEVEL: 'INFO',
      ...addresses(Stack.of(scope), environment, props.needs),
      ...props.variables,
    },
    ...(props.feedsItself && { recursiveLoop: RecursiveLoop.ALLOW }),
    ...(props.reservedConcurrency ? { reservedConcurrentExecutions: props.reservedConcurrency } : {}),
  });
  acknowledge(made, {
    'Serverless-LambdaDLQ':
      props.lostCalls ?? 'Nobody invokes it asynchronously: a failure is the answer of whoever called.',
  });
  return made;
};

/** Everything inline: one resource a role, and nothing attached later widens it. */
const roleOf = (scope: Construct, environment: Environment, props: ServiceFunctionProps, logGroup: LogGroup): Role => {
  const stack = Stack.of(scope);
  const needs = [...grants(stack, environment, props.needs), ...(props.feeds ?? [])];
  const role = new Role(scope, 'Role', {
    roleName: functionName(environment.name, props.id),
    description: props.summary,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      needs: new PolicyDocument({ statements: [...needs, ...telling(logGroup)] }),
    },
  });
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]': xrayReason,
    'Serverless-LambdaStarPermissions': xrayReason,
    ...keyFindings(stack, needs),
    ...documentFindings(stack, environment, needs),
  });
  return role;
};

const xrayReason = 'X-Ray takes trace segments without a resource to name.';

/** Its own log lines, and traces. */
const telling = (logGroup: LogGroup): PolicyStatement[] => [
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] }),
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] }),
];

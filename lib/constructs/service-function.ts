import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Permissions } from '../../functions/core/route.ts';
import { bundleFolder } from '../bundles.ts';
import { type Environment, errorPagesOf, functionName, logGroupName } from '../environments.ts';
import { bundleId } from '../function-bundles.ts';
import { addresses } from '../grants.ts';
import { namesPlans } from '../usage-plans.ts';
import { acknowledge } from './acknowledge.ts';
import { existingRole, functionRole } from './function-role.ts';

export type ServiceFunctionProps = {
  /** The route's or worker's id: names the bundle, the function, its role and its log group. */
  readonly id: string;
  readonly summary: string;
  readonly permissions: Permissions;
  readonly timeout_seconds: number;
  readonly memory_mb: number;
  /** Environment variables besides those that follow from id and needs. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly reservedConcurrency?: number;
  /** It sends messages to itself, which Lambda takes for a loop and stops after sixteen unless it is allowed. */
  readonly feedsItself?: boolean;
  /** Why a call that is lost needs no dead-letter queue, where nobody waits for the answer. */
  readonly lostCalls?: string;
};

/** One function: its shipped bundle, with the role and the log group that other stacks have for it. */
export const serviceFunction = (
  scope: Construct,
  environment: Environment,
  props: ServiceFunctionProps,
) => {
  const ownRole = namesPlans(props);
  const made = new LambdaFunction(scope, 'Function', {
    functionName: functionName(environment.name, props.id),
    description: props.summary,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(bundleFolder(bundleId(props, environment))),
    memorySize: props.memory_mb,
    timeout: Duration.seconds(props.timeout_seconds),
    role: ownRole
      ? functionRole(scope, environment, props)
      : existingRole(scope, environment, props.id),
    logGroup: LogGroup.fromLogGroupName(scope, 'Log', logGroupName(environment.name, props.id)),
    // `npm run ops -- back` goes back to what a release replaced.
    ...(environment.canary && {
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    }),
    // Lambda's own lines are JSON then, and alarms read their members.
    loggingFormat: LoggingFormat.JSON,
    tracing: Tracing.ACTIVE,
    environment: {
      ENVIRONMENT: environment.name,
      POWERTOOLS_SERVICE_NAME: props.id,
      POWERTOOLS_LOG_LEVEL: 'INFO',
      ...(environment.apiDomain && { ERROR_PAGES: errorPagesOf(environment) }),
      ...addresses(Stack.of(scope), environment, props.permissions),
      ...props.variables,
    },
    ...(props.feedsItself && { recursiveLoop: RecursiveLoop.ALLOW }),
    ...(props.reservedConcurrency
      ? { reservedConcurrentExecutions: props.reservedConcurrency }
      : {}),
  });
  // The function names its role, and so is made after it: CDK says it once more.
  if (ownRole) (made.node.defaultChild as CfnFunction).addDeletionOverride('DependsOn');
  acknowledge(made, {
    'Serverless-LambdaDLQ':
      props.lostCalls ?? 'Nobody invokes it asynchronously: a failure is the answer to its caller.',
  });
  return made;
};

import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { documentFindings } from '../document-grants.ts';
import { type Environment, type EnvironmentName, logGroupName, roleName } from '../environments.ts';
import { streamFindings } from '../feed-grants.ts';
import { grants } from '../grants.ts';
import { keyFindings } from '../key-grants.ts';
import type { DeployedFunction } from '../route-functions.ts';
import { arn } from '../service-stack.ts';
import { acknowledge, wildcardFinding } from './acknowledge.ts';

/**
 * The role of one function, which may do what it declares, and what its feeder does in its name, and nothing else.
 * Everything inline: one resource a role, and nothing attached later widens it.
 */
export const functionRole = (
  scope: Construct,
  environment: Environment,
  { id, summary, permissions }: DeployedFunction,
  feeds: readonly PolicyStatement[] = [],
): IRole => {
  const stack = Stack.of(scope);
  const statements = [...grants(stack, environment, permissions), ...feeds];
  const lines = linesOf(stack, environment.name, id);
  const role = new Role(scope, 'Role', {
    roleName: roleName(environment.name, id),
    description: summary,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      permissions: new PolicyDocument({ statements: [...statements, ...telling(lines)] }),
    },
  });
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]': xrayReason,
    'Serverless-LambdaStarPermissions': xrayReason,
    [wildcardFinding(stack, lines)]: 'It is how the arn of one log group ends.',
    ...keyFindings(stack, statements),
    ...documentFindings(stack, environment, statements),
    ...streamFindings(stack, statements),
  });
  return role.withoutPolicyUpdates();
};

/** The same seen from the stack of the function, by its name. */
export const existingRole = (scope: Construct, environment: Environment, id: string): IRole =>
  Role.fromRoleName(scope, 'Role', roleName(environment.name, id), { mutable: false });

const xrayReason = 'X-Ray takes trace segments without a resource to name.';

/** Its own log lines, and traces. */
const telling = (lines: string): PolicyStatement[] => [
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [lines] }),
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] }),
];

const linesOf = (stack: Stack, environment: EnvironmentName, id: string): string =>
  arn(stack, 'logs', 'log-group', `${logGroupName(environment, id)}:*`);

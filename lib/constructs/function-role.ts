import {
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Environment, type EnvironmentName, logGroupName, roleName } from '../environments.ts';
import { grants } from '../grants.ts';
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
  const statements = [
    ...grants(stack, environment, permissions),
    ...feeds,
    ...logging(stack, environment.name, id),
  ];
  const role = new Role(scope, 'Role', {
    roleName: roleName(environment, id),
    description: summary,
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      permissions: new PolicyDocument({ statements }),
    },
  });
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]': xrayReason,
    'Serverless-LambdaStarPermissions': xrayReason,
    ...findingsOf(stack, statements),
  });
  return role.withoutPolicyUpdates();
};

/** The same seen from the stack of the function, by its name. */
export const existingRole = (scope: Construct, environment: Environment, id: string): IRole =>
  Role.fromRoleName(scope, 'Role', roleName(environment, id), { mutable: false });

const xrayReason =
  'X-Ray, Textract and Rekognition take what they are sent without a resource to name.';

/** Why a resource with a wildcard is in a role, by how it ends; cdk-nag finds any other. */
const wildcards: readonly (readonly [ending: RegExp, reason: string])[] = [
  [/:log-group:[^*]+:\*$/, 'It is how the arn of one log group ends.'],
  [
    /:key\/\*$/,
    'The key lives in another stack; the condition on its alias admits that one key only.',
  ],
  [/-documents-[^*]+\/\*$/, 'Objects are called by ids of tenants, customers and documents.'],
  [/-lists-[^*]+\/\*$/, 'Indexes of lists are called by their versions.'],
  [
    /:(event-bus\/|sqs:\*:\*:)\*$/,
    'Businesses name their buses and queues; the condition excludes those of this account.',
  ],
  [
    /\/stream\/\*$/,
    'Listing is not of one stream, so the grant names every stream of this one table.',
  ],
];

const findingsOf = (stack: Stack, statements: readonly PolicyStatement[]): Record<string, string> =>
  Object.fromEntries(
    statements
      .flatMap(({ resources }) => resources)
      .flatMap((resource) => {
        const [, reason] = wildcards.find(([ending]) => ending.test(resource)) ?? [];
        return reason === undefined ? [] : [[wildcardFinding(stack, resource), reason] as const];
      }),
  );

/** Its own log lines, and traces. */
const logging = (stack: Stack, environment: EnvironmentName, id: string): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [arn(stack, 'logs', 'log-group', `${logGroupName(environment, id)}:*`)],
  }),
  new PolicyStatement({
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  }),
];

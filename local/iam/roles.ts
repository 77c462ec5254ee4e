import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Statement, statementsOf } from './statement.ts';

/** What a role may do. */
export type Role = { readonly name: string; readonly statements: readonly Statement[] };

/** Function name → its role, with every policy that the templates attach to it. */
export const rolesOf = (resources: readonly Resource[]): Map<string, Role> => {
  const named = new Map(ofType(resources, 'AWS::IAM::Role').map((role) => [role.physicalId, role]));
  const attached = attachedPolicies(resources);
  const roles = new Map<string, Role>();
  for (const lambda of ofType(resources, 'AWS::Lambda::Function')) {
    const name = String(lambda.properties.Role).split('/').at(-1) ?? '';
    const resource = named.get(name);
    if (!resource)
      throw new BadConfiguration(`The function ${lambda.physicalId} has the role ${name}, which no template defines.`);
    roles.set(lambda.physicalId, {
      name,
      statements: [...ownStatements(resource, resources), ...(attached.get(name) ?? [])],
    });
  }
  return roles;
};

const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);

type Inline = { readonly PolicyName: string; readonly PolicyDocument: unknown };

const ownStatements = (role: Resource, resources: readonly Resource[]): Statement[] => {
  const {
    Policies = [],
    ManagedPolicyArns = [],
    PermissionsBoundary,
  } = role.properties as {
    Policies?: Inline[];
    ManagedPolicyArns?: string[];
    PermissionsBoundary?: unknown;
  };
  if (PermissionsBoundary)
    throw new BadConfiguration(`The role ${role.physicalId} has a permissions boundary, which local/ cannot evaluate.`);
  return [
    ...Policies.flatMap((policy) => statementsOf(policy.PolicyDocument, `${policy.PolicyName} of ${role.physicalId}`)),
    ...ManagedPolicyArns.flatMap((arn) => managedStatements(arn, resources)),
  ];
};

/** Role name → statements of policies that name the role, rather than being named by it. */
const attachedPolicies = (resources: readonly Resource[]): Map<string, Statement[]> => {
  const attached = new Map<string, Statement[]>();
  for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']) {
    for (const policy of ofType(resources, type)) {
      const { Roles, RoleName, PolicyDocument } = policy.properties as {
        Roles?: string[];
        RoleName?: string;
        PolicyDocument?: unknown;
      };
      const statements = statementsOf(PolicyDocument, policy.logicalId);
      for (const role of [Roles ?? [], RoleName ?? []].flat()) {
        attached.set(role, [...(attached.get(role) ?? []), ...statements]);
      }
    }
  }
  return attached;
};

const managedStatements = (arn: string, resources: readonly Resource[]): Statement[] => {
  const own = ofType(resources, 'AWS::IAM::ManagedPolicy').find((policy) => policy.physicalId === arn);
  if (own) return statementsOf(own.properties.PolicyDocument, own.logicalId);
  const actions = awsManaged[arn.split('/').at(-1) ?? ''];
  if (!actions) throw new BadConfiguration(`The managed policy ${arn} is not known to local/.`);
  return statementsOf({ Statement: { Effect: 'Allow', Action: actions, Resource: '*' } }, arn);
};

/** What AWS's own policies allow, as its reference of managed policies lists it. */
const awsManaged: Readonly<Record<string, readonly string[]>> = {
  AWSLambdaBasicExecutionRole: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
  AWSXRayDaemonWriteAccess: [
    'xray:PutTraceSegments',
    'xray:PutTelemetryRecords',
    'xray:GetSamplingRules',
    'xray:GetSamplingTargets',
    'xray:GetSamplingStatisticSummaries',
  ],
};

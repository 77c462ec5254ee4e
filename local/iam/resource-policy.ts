import { account } from '../assembly.ts';
import type { Access, Resource } from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';
import { type IamStatement, statementsOf } from './statements.ts';

/** The policy of one queue, bucket or bus. */
export type ResourcePolicy = {
  /** Whether the caller may do this by this policy. */
  allows(access: Access, caller: PolicyCaller): boolean;
  forbids(action: string, resource: string): boolean;
};

/** The caller, by each name that a policy may give it, and its context by condition key. */
export type PolicyCaller = { readonly names: readonly string[]; readonly context: KeyValues };

/** A service of AWS (`events.amazonaws.com`) that acts for the resource of that arn. */
export const serviceFor = (service: string, sourceArn: string): PolicyCaller => ({
  names: [service],
  context: [
    ['aws:sourcearn', [sourceArn]],
    ['aws:sourceaccount', [accountIn(sourceArn)]],
  ],
});

/** A role of the account of the templates. */
export const asRole = (roleArn: string): PolicyCaller => ({
  names: [account, `arn:aws:iam::${account}:root`, roleArn],
  context: [
    ['aws:principalarn', [roleArn]],
    ['aws:principalaccount', [account]],
  ],
});

/** The account in an arn; empty in that of a bucket. */
export const accountIn = (arn: string): string => arn.split(':')[4] ?? '';

/** Reads the policy document of a resource; throws BadConfiguration for one that cannot be evaluated exactly. */
export const resourcePolicyOf = (
  policy: Pick<Resource, 'properties' | 'logicalId'>,
): ResourcePolicy => {
  const statements = principalStatementsOf(policy);
  const effectsOf = ({ action, resource, context = {} }: Access, caller: PolicyCaller) => {
    const given = Object.entries(context).map(
      ([key, value]) => [key.toLowerCase(), [value].flat()] as const,
    );
    const known = new Map([...overTls, ...given, ...caller.context]);
    return statements
      .filter(({ principals }) =>
        principals.some((name) => name === '*' || caller.names.includes(name)),
      )
      .filter(({ statement }) => statement.covers({ action, resource }, known))
      .map(({ statement }) => statement.effect);
  };
  return {
    allows: (access, caller) => {
      const effects = effectsOf(access, caller);
      return effects.includes('Allow') && !effects.includes('Deny');
    },
    forbids: (action, resource) =>
      effectsOf({ action, resource }, { names: ['*'], context: [] }).includes('Deny'),
  };
};

type KeyValues = readonly (readonly [string, readonly string[]])[];

/** AWS itself and its functions use TLS only. */
const overTls: KeyValues = [['aws:securetransport', ['true']]];

type PrincipalStatement = {
  readonly statement: IamStatement;
  readonly principals: readonly string[];
};

const principalStatementsOf = ({
  properties,
  logicalId,
}: Pick<Resource, 'properties' | 'logicalId'>): PrincipalStatement[] => {
  const { Statement = [] } = (properties.PolicyDocument ?? {}) as { Statement?: unknown };
  return ([Statement].flat() as Record<string, unknown>[]).flatMap(({ Principal, ...rest }) => {
    const principals = principalsOf(Principal);
    if (rest.Effect === 'Deny' && principals.some((name) => name.startsWith('arn:')))
      throw new BadConfiguration(
        `${logicalId} forbids something to one role, which local/ cannot evaluate.`,
      );
    return statementsOf({ Statement: rest }, logicalId).map((statement) => ({
      statement,
      principals,
    }));
  });
};

/** In its own account a role gets nothing by being named here: its own policies grant what it may do. */
const principalsOf = (principal: unknown): string[] => {
  if (principal === '*') return ['*'];
  return Object.values((principal ?? {}) as Record<string, unknown>).flatMap((names) =>
    [names].flat().map(String),
  );
};

/** The error of a call that a resource policy forbids to everybody. */
export const forbiddenByPolicy = (action: string, resource: string): AwsError => {
  const because = 'with an explicit deny in a resource-based policy';
  return new AwsError(
    403,
    'AccessDenied',
    `Not authorized to perform: ${action} on resource: ${resource} ${because}`,
  );
};

/** Throws the error of a role that calls a resource of another account, unless the policy of that allows it. */
export const assertAdmitted = (
  policy: ResourcePolicy | undefined,
  access: Access,
  roleArn: string,
): void => {
  const { action, resource } = access;
  if (accountIn(resource) === account || policy?.allows(access, asRole(roleArn))) return;
  const because = `because no resource-based policy allows the ${action} action`;
  const message = `User: ${roleArn} is not authorized to perform: ${action} on resource: ${resource} ${because}`;
  throw new AwsError(403, 'AccessDenied', message);
};

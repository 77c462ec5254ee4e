import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';
import { type IamStatement, statementsOf } from './statements.ts';

/** The policy of one queue or bucket. */
export type ResourcePolicy = {
  /** Whether a service of AWS (`events.amazonaws.com`) may do this for the resource of that arn. */
  allows(action: string, resource: string, service: string, sourceArn: string): boolean;
  forbids(action: string, resource: string): boolean;
};

/** Reads the policy document of a resource; throws BadConfiguration for one that cannot be evaluated exactly. */
export const resourcePolicyOf = (policy: Resource): ResourcePolicy => {
  const statements = principalStatementsOf(policy);
  const effectsOf = (action: string, resource: string, principal: string, context: KeyValues) =>
    statements
      .filter(
        ({ principals, statement }) =>
          (principals.includes('*') || principals.includes(principal)) &&
          statement.covers({ action, resource }, new Map([...overTls, ...context])),
      )
      .map(({ statement }) => statement.effect);
  return {
    allows: (action, resource, service, sourceArn) => {
      const context = [
        ['aws:sourcearn', [sourceArn]],
        ['aws:sourceaccount', [account]],
      ] as const;
      const effects = effectsOf(action, resource, service, context);
      return effects.includes('Allow') && !effects.includes('Deny');
    },
    forbids: (action, resource) => effectsOf(action, resource, '*', []).includes('Deny'),
  };
};

type KeyValues = readonly (readonly [string, readonly string[]])[];

/** AWS itself and its functions use TLS only. */
const overTls: KeyValues = [['aws:securetransport', ['true']]];

type PrincipalStatement = { readonly statement: IamStatement; readonly principals: readonly string[] };

const principalStatementsOf = ({ properties, logicalId }: Resource): PrincipalStatement[] => {
  const { Statement = [] } = (properties.PolicyDocument ?? {}) as { Statement?: unknown };
  return ([Statement].flat() as Record<string, unknown>[]).flatMap(({ Principal, ...rest }) => {
    const principals = principalsOf(Principal);
    if (rest.Effect === 'Deny' && principals.some((name) => name.startsWith('arn:')))
      throw new BadConfiguration(`${logicalId} forbids something to one role, which local/ cannot evaluate.`);
    return statementsOf({ Statement: rest }, logicalId).map((statement) => ({ statement, principals }));
  });
};

/** A role that is named here gets nothing by it: a function's own role grants what it may do. */
const principalsOf = (principal: unknown): string[] => {
  if (principal === '*') return ['*'];
  return Object.values((principal ?? {}) as Record<string, unknown>).flatMap((names) => [names].flat().map(String));
};

/** The error of a call that a resource policy forbids to everybody. */
export const forbiddenByPolicy = (action: string, resource: string): AwsError => {
  const because = 'with an explicit deny in a resource-based policy';
  return new AwsError(403, 'AccessDenied', `Not authorized to perform: ${action} on resource: ${resource} ${because}`);
};

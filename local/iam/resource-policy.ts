import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Statement, statementsOf } from './statement.ts';

/** The policy of one queue or bucket. */
export type ResourcePolicy = {
  /** Whether a service of AWS (`events.amazonaws.com`) may do this, for the resource of that arn. */
  allows(action: string, resource: string, service: string, sourceArn: string): boolean;
  /** Whether this is forbidden to everybody. */
  forbids(action: string, resource: string): boolean;
};

/** Reads the policy document of a resource; throws BadConfiguration for one that cannot be evaluated exactly. */
export const resourcePolicyOf = (policy: Resource): ResourcePolicy => {
  const told = toldOf(policy);
  const covering = (action: string, resource: string, to: string, context: Context): Told[] =>
    told.filter(
      ({ principals, statement }) =>
        (principals.includes('*') || principals.includes(to)) &&
        statement.covers({ action, resource }, new Map([...secure, ...context])),
    );
  return {
    allows: (action, resource, service, sourceArn) => {
      const context = [
        ['aws:sourcearn', [sourceArn]],
        ['aws:sourceaccount', [account]],
      ] as const;
      const effects = covering(action, resource, service, context).map(({ statement }) => statement.effect);
      return effects.includes('Allow') && !effects.includes('Deny');
    },
    forbids: (action, resource) =>
      covering(action, resource, '*', []).some(({ statement }) => statement.effect === 'Deny'),
  };
};

type Context = readonly (readonly [string, readonly string[]])[];

/** AWS itself and its functions come by TLS only. */
const secure: Context = [['aws:securetransport', ['true']]];

/** A statement and to whom it speaks: `*`, or names of services. */
type Told = { readonly statement: Statement; readonly principals: readonly string[] };

const toldOf = ({ properties, logicalId }: Resource): Told[] => {
  const { Statement = [] } = (properties.PolicyDocument ?? {}) as { Statement?: unknown };
  return ([Statement].flat() as Record<string, unknown>[]).flatMap(({ Principal, ...rest }) => {
    const principals = principalsOf(Principal);
    const forbids = rest.Effect === 'Deny' && principals.some((name) => name.startsWith('arn:'));
    if (forbids)
      throw new BadConfiguration(`${logicalId} forbids something to one role, which local/ cannot evaluate.`);
    return statementsOf({ Statement: rest }, logicalId).map((statement) => ({ statement, principals }));
  });
};

/** Roles named here get nothing by it: a function's grants stand in its own role, where they are enforced. */
const principalsOf = (principal: unknown): string[] => {
  if (principal === '*') return ['*'];
  return Object.values((principal ?? {}) as Record<string, unknown>).flatMap((names) => [names].flat().map(String));
};

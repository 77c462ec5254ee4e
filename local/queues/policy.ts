import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Statement, statementsOf } from '../iam/statement.ts';
import type { Queue, Queues } from './queues.ts';

/** What the policies of the queues say to those who have no role here. */
export type QueuePolicies = {
  /** Whether a service of AWS (`events.amazonaws.com`) may do this to a queue, for the resource of that arn. */
  allow(queueArn: string, action: string, service: string, sourceArn: string): boolean;
  /** Whether this is forbidden to everybody. */
  forbid(queueArn: string, action: string): boolean;
};

/** Reads every queue policy; throws BadConfiguration for one that cannot be evaluated exactly. */
export const queuePoliciesOf = (resources: readonly Resource[], queues: Queues): QueuePolicies => {
  const policies = new Map<string, Told[]>();
  for (const policy of resources.filter(({ type }) => type === 'AWS::SQS::QueuePolicy')) {
    const told = toldOf(policy);
    for (const queue of queuesOf(policy, queues)) {
      // Each would replace the other when they are deployed, and which one remains is chance.
      if (policies.has(queue.arn)) throw new BadConfiguration(`The queue ${queue.name} has two policies.`);
      policies.set(queue.arn, told);
    }
  }
  const covering = (queueArn: string, action: string, to: string, context: Context): Told[] =>
    (policies.get(queueArn) ?? []).filter(
      ({ principals, statement }) =>
        (principals.includes('*') || principals.includes(to)) &&
        statement.covers({ action, resource: queueArn }, new Map([...secure, ...context])),
    );
  return {
    allow: (queueArn, action, service, sourceArn) => {
      const context = [
        ['aws:sourcearn', [sourceArn]],
        ['aws:sourceaccount', [account]],
      ] as const;
      const effects = covering(queueArn, action, service, context).map(({ statement }) => statement.effect);
      return effects.includes('Allow') && !effects.includes('Deny');
    },
    forbid: (queueArn, action) =>
      covering(queueArn, action, '*', []).some(({ statement }) => statement.effect === 'Deny'),
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

const queuesOf = ({ properties, logicalId }: Resource, queues: Queues): Queue[] =>
  [properties.Queues].flat().map((url) => {
    const queue = queues.byUrl(String(url));
    if (!queue) throw new BadConfiguration(`${logicalId} is the policy of ${String(url)}, which no template defines.`);
    return queue;
  });

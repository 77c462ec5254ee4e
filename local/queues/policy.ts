import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type ResourcePolicy, resourcePolicyOf } from '../iam/resource-policy.ts';
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
  const policies = new Map<string, ResourcePolicy>();
  for (const policy of resources.filter(({ type }) => type === 'AWS::SQS::QueuePolicy')) {
    const read = resourcePolicyOf(policy);
    for (const queue of queuesOf(policy, queues)) {
      // Each would replace the other when they are deployed, and which one remains is chance.
      if (policies.has(queue.arn)) throw new BadConfiguration(`The queue ${queue.name} has two policies.`);
      policies.set(queue.arn, read);
    }
  }
  return {
    allow: (queueArn, action, service, sourceArn) =>
      policies.get(queueArn)?.allows(action, queueArn, service, sourceArn) ?? false,
    forbid: (queueArn, action) => policies.get(queueArn)?.forbids(action, queueArn) ?? false,
  };
};

const queuesOf = ({ properties, logicalId }: Resource, queues: Queues): Queue[] =>
  [properties.Queues].flat().map((url) => {
    const queue = queues.byUrl(String(url));
    if (!queue) throw new BadConfiguration(`${logicalId} is the policy of ${String(url)}, which no template defines.`);
    return queue;
  });

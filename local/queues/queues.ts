import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';
import type { Faults } from '../faults.ts';
import { type ResourcePolicy, resourcePolicyOf, serviceFor } from '../iam/resource-policy.ts';
import { openMessageFile } from './message-file.ts';
import { createQueue, type OwnQueue, type Queue } from './queue.ts';
import { type QueueSettings, settingsOf } from './settings.ts';

/** The queues of the templates, and those that other accounts have created. */
export type Queues = {
  byArn(arn: string): Queue | undefined;
  /** In the account of the templates unless another is named. */
  byName(name: string, region: string, owner?: string): Queue | undefined;
  /** Those of the templates. */
  readonly all: readonly Queue[];
  /** A queue of another account; the one that exists stays as it is. */
  create(settings: QueueSettings): Queue;
  policyOf(queueArn: string): ResourcePolicy | undefined;
  setPolicy(queueArn: string, document: unknown): void;
  /** Whether a service of AWS (`events.amazonaws.com`) may do this to a queue, for the resource of that arn. */
  allows(queueArn: string, action: string, service: string, sourceArn: string): boolean;
  forbids(queueArn: string, action: string): boolean;
  stop(): void;
};

type QueuesOptions = {
  readonly resources: readonly Resource[];
  readonly faults: Faults;
  /** Keeps their messages, and the queues of other accounts; absent: in memory. */
  readonly folder?: string | undefined;
};

/** Makes them; throws BadConfiguration for a queue or a policy that cannot be run as AWS would. */
export const createQueues = ({ resources, faults, folder }: QueuesOptions): Queues => {
  const file = folder === undefined ? undefined : openMessageFile(folder);
  const settings = resources.filter(({ type }) => type === 'AWS::SQS::Queue').map(settingsOf);
  const byArn = new Map<string, OwnQueue>();
  const queueOf = (arn: string) => byArn.get(arn);
  for (const each of settings)
    byArn.set(each.arn, createQueue({ settings: each, faults, queueOf, file }));
  const orphan = settings.find(({ redrive }) => redrive && !byArn.has(redrive.arn));
  if (orphan)
    throw new BadConfiguration(
      `The queue ${orphan.name} has a dead-letter queue that no template defines.`,
    );
  const all = [...byArn.values()];
  const policies = policiesOf(resources, all);
  const create = (created: QueueSettings): Queue => {
    const queue = queueOf(created.arn) ?? createQueue({ settings: created, faults, queueOf, file });
    byArn.set(created.arn, queue);
    return queue;
  };
  const setPolicy = (queueArn: string, PolicyDocument: unknown): void =>
    void policies.set(
      queueArn,
      resourcePolicyOf({ logicalId: queueArn, properties: { PolicyDocument } }),
    );
  for (const created of file?.queues() ?? []) create(created);
  for (const { arn, document } of file?.policies() ?? []) setPolicy(arn, document);
  return {
    byArn: queueOf,
    all,
    byName: (name, region, owner = account) => queueOf(`arn:aws:sqs:${region}:${owner}:${name}`),
    create: (created) => {
      file?.addQueue(created);
      return create(created);
    },
    policyOf: (queueArn) => policies.get(queueArn),
    setPolicy: (queueArn, document) => {
      setPolicy(queueArn, document);
      file?.setPolicy(queueArn, document);
    },
    allows: (queueArn, action, service, sourceArn) =>
      policies
        .get(queueArn)
        ?.allows({ action, resource: queueArn }, serviceFor(service, sourceArn)) ?? false,
    forbids: (queueArn, action) => policies.get(queueArn)?.forbids(action, queueArn) ?? false,
    stop: () => {
      for (const queue of byArn.values()) queue.stop();
      file?.close();
    },
  };
};

const policiesOf = (
  resources: readonly Resource[],
  all: readonly Queue[],
): Map<string, ResourcePolicy> => {
  const policies = new Map<string, ResourcePolicy>();
  for (const resource of resources.filter(({ type }) => type === 'AWS::SQS::QueuePolicy')) {
    const policy = resourcePolicyOf(resource);
    for (const url of [resource.properties.Queues].flat().map(String)) {
      const queue = all.find((each) => each.url === url);
      if (!queue)
        throw new BadConfiguration(
          `${resource.logicalId} is the policy of ${url}, which no template defines.`,
        );
      // A deployment would replace one by the other, and which one remains is chance.
      if (policies.has(queue.arn))
        throw new BadConfiguration(`The queue ${queue.name} has two policies.`);
      policies.set(queue.arn, policy);
    }
  }
  return policies;
};

import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { relayEvents } from '../functions/contract/workers.ts';
import { functionRole } from './constructs/function-role.ts';
import { failedQueue } from './constructs/service-queue.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { type Environment, physicalName, service, streamParameter } from './environments.ts';
import { queueWorkers } from './events-stack.ts';
import { queueFeed, streamFeed } from './feed-grants.ts';
import { namesPlans } from './usage-plans.ts';

/** What each function may do. Whose role names what is born with the API has it there. */
export const rolesStack = (scope: Construct, environment: Environment): Stack => {
  const stack = new Stack(scope, 'roles', {
    stackName: physicalName(environment.name, 'roles'),
    description: `Roles of the functions of ${service} ${environment.name}`,
    terminationProtection: environment.protectData,
  });
  for (const declared of deployedFunctions(environment)) {
    if (namesPlans(declared)) continue;
    const feeds = feedsOf(stack, environment, declared.id);
    functionRole(new Construct(stack, declared.id), environment, declared, feeds);
  }
  return stack;
};

/** What whatever feeds a worker does with its role; of others, which are called, nothing. */
const feedsOf = (stack: Stack, environment: Environment, id: string): readonly PolicyStatement[] => {
  if (id === relayEvents.id) {
    const streamArn = StringParameter.valueForStringParameter(stack, streamParameter(environment.name));
    return streamFeed(stack, environment, { streamArn, table: 'outbox', failed: failedQueue(id) });
  }
  return queueWorkers.filter(({ worker }) => worker.id === id).map(({ queue }) => queueFeed(stack, environment, queue));
};

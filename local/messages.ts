import type { AwsService, Resource } from './aws-service.ts';
import { type Buses, createBuses } from './events/buses.ts';
import type { Faults } from './faults.ts';
import { queuePoliciesOf } from './queues/policy.ts';
import { createQueues, type Queues } from './queues/queues.ts';
import { eventsService } from './services/events.ts';
import { sqsService } from './services/sqs.ts';

/** The queues and buses of a machine, and the services by which functions reach them. */
export type Messages = {
  readonly queues: Queues;
  readonly buses: Buses;
  readonly services: readonly AwsService[];
};

/** Reads them from the templates; throws BadConfiguration for what cannot be run as AWS would. */
export const createMessages = (options: { resources: readonly Resource[]; faults: Faults }): Messages => {
  const queues = createQueues(options);
  const policies = queuePoliciesOf(options.resources, queues);
  const buses = createBuses({ resources: options.resources, queues, policies });
  return { queues, buses, services: [sqsService({ queues, policies }), eventsService(buses)] };
};

import { AwsError } from './aws-error.ts';
import type { AwsService, Resource } from './aws-service.ts';
import { createDestinations } from './destinations.ts';
import type { Engine } from './engine.ts';
import { type Buses, createBuses } from './events/buses.ts';
import { createDeliver } from './events/deliver.ts';
import { rulesIn } from './events/rules.ts';
import type { Faults } from './faults.ts';
import type { Iam } from './iam/iam.ts';
import { createInvokeLater, type Invoke } from './invoke-later.ts';
import { openCheckpoints } from './mappings/checkpoints.ts';
import type { Mapping } from './mappings/mapping.ts';
import { startQueueMapping } from './mappings/queue-mapping.ts';
import { mappingsFrom } from './mappings/settings.ts';
import { startStreamMapping } from './mappings/stream-mapping.ts';
import { queuePoliciesOf } from './queues/policies.ts';
import { createQueues, type Queues } from './queues/queues.ts';
import { type Schedules, startSchedules } from './schedules.ts';
import { eventsService } from './services/events.ts';
import { sqsService } from './services/sqs.ts';

/** Queues, buses, mappings and schedules of the templates. */
export type Messaging = {
  readonly queues: Queues;
  /** For events that services of AWS put on the default bus. */
  readonly buses: Buses;
  /** Every event source mapping; a source that is held up is one that is paused. */
  readonly mappings: readonly Mapping[];
  readonly schedules: Schedules;
  /** Ends all of it and waits for no function; what was being handled is handed out again by the next start. */
  stop(): Promise<void>;
};

export type MessagingOptions = {
  readonly resources: readonly Resource[];
  readonly engine: Pick<Engine, 'call' | 'send'>;
  readonly invoke: Invoke;
  readonly iam: Pick<Iam, 'refusalOf'>;
  readonly faults: Faults;
  /** Gets SQS and EventBridge before any function is run that may call them. */
  readonly serve: (service: AwsService) => void;
  /** Keeps queues and stream positions between runs; absent: nothing is kept. */
  readonly folder?: string | undefined;
  /** Schedules come so many times as often; 1 unless told. */
  readonly clockSpeed?: number | undefined;
};

/** Starts everything that moves messages. Rejects with BadConfiguration. */
export const startMessaging = async (options: MessagingOptions): Promise<Messaging> => {
  const { resources, invoke, iam, faults, folder } = options;
  const queues = createQueues({ resources, faults, folder });
  const policies = queuePoliciesOf(resources);
  const destinations = createDestinations(queues, iam);
  const invokeLater = createInvokeLater(resources, invoke, destinations);
  const deliver = createDeliver({ resources, queues, policies, invokeLater });
  const rules = rulesIn(resources);
  const buses = createBuses(resources, rules, deliver);
  const mappings: Mapping[] = [];
  let schedules: Schedules | undefined;
  let stopped = false;
  for (const service of [sqsService(queues, policies), eventsService(buses, faults)]) {
    options.serve(refusing(service, () => stopped));
  }
  const stop = async (): Promise<void> => {
    stopped = true;
    schedules?.stop();
    await Promise.all(mappings.map((mapping) => mapping.stop()));
    queues.stop();
  };
  try {
    for (const resource of mappingsFrom(resources, 'sqs')) {
      mappings.push(startQueueMapping({ resource, resources, queues, invoke, iam }));
    }
    const checkpoints = openCheckpoints(folder);
    for (const resource of mappingsFrom(resources, 'dynamodb')) {
      mappings.push(await startStreamMapping({ ...options, resource, destinations, checkpoints }));
    }
    schedules = startSchedules({ ...options, rules, deliver, invokeLater });
  } catch (error) {
    await stop();
    throw error;
  }
  return { queues, buses, mappings, schedules, stop };
};

/** Once the queues are kept for the next start nothing more is taken in: it would be lost, and its sender not know. */
const refusing = (service: AwsService, stopped: () => boolean): AwsService => ({
  ...service,
  handle: async (call) => {
    if (stopped()) throw new AwsError(503, 'ServiceUnavailable', 'The local machine is stopping.');
    return service.handle(call);
  },
});

import { EventBus } from 'aws-cdk-lib/aws-events';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { eventRecords } from '../functions/app/event-records.ts';
import {
  compareCounters,
  countChanges,
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  fetchLists,
  inspectDocument,
  monitorScreenings,
  reconcileCards,
  redactPersonalData,
  relayEvents,
  sweepScheduledWork,
} from '../functions/app/jobs/jobs.ts';
import { countedResources } from '../functions/app/jobs/triggers.ts';
import { deliverySortKey } from '../functions/core/dynamodb/keys.ts';
import { eventTypeNames } from '../functions/core/event-types.ts';
import { idPrefixes } from '../functions/core/ids.ts';
import { existingAlarmTopic } from './constructs/alarm.ts';
import { clockWorker } from './constructs/clock-worker.ts';
import { consumer, ownEvents, uploadedDocuments } from './constructs/consumer.ts';
import { deadLetters, missedQueue } from './constructs/service-queue.ts';
import { queueWorker, streamWorker } from './constructs/worker.ts';
import {
  busName,
  type Environment,
  type StreamedTable,
  service,
  streamParameter,
} from './environments.ts';
import { eventAlarms } from './event-alarms.ts';
import { overview } from './overview.ts';
import { isDeployed } from './route-functions.ts';
import { serviceStack } from './service-stack.ts';

/** From the outbox to the webhooks: the stream's relay, the bus, a queue for each consumer, workers and the sweeper. */
export const eventsStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'events',
    `Event bus, queues and workers of ${service} ${environment.name}`,
  );
  const topic = existingAlarmTopic(stack, environment);
  const missed = deadLetters(stack, environment, {
    name: missedQueue,
    means:
      'A rule or the relay gave up on events, which the message names; the sweeper publishes them again: read why.',
    topic,
  });
  const relay = streamWorker(stack, environment, { ...fromOutbox(stack, environment), missed });
  const count = streamWorker(stack, environment, { ...fromChanges(stack, environment), missed });
  const bus = new EventBus(stack, 'Bus', { eventBusName: busName(environment.name) });
  consumer(stack, environment, { ...ofWebhooks, source: ownEvents(bus), missed, topic });
  queueWorker(stack, environment, { ...ofDeliveries, topic });
  const source = uploadedDocuments(stack, environment);
  consumer(stack, environment, { ...ofDocuments, source, missed, topic });
  const submitted = ownEvents(bus, ['verification.processing']);
  consumer(stack, environment, { ...ofIdentities, source: submitted, missed, topic });
  const reconcile = consumer(stack, environment, {
    ...ofCards,
    source: ownEvents(
      bus,
      eventTypeNames.filter((type) => eventRecords[type].reconcilesCards),
    ),
    missed,
    topic,
  });
  queueWorker(stack, environment, { ...ofRedactions, topic });
  const { made: compare } = queueWorker(stack, environment, { ...ofCounters, topic });
  const sweep = clockWorker(stack, environment, {
    worker: sweepScheduledWork,
    rate: 'rate(1 minute)',
    alone: environment.reserveSweeper,
  });
  const fetching = isDeployed(fetchLists, environment)
    ? clockWorker(stack, environment, {
        worker: fetchLists,
        rate: 'rate(15 minutes)',
        alone: false,
      })
    : undefined;
  if (isDeployed(monitorScreenings, environment))
    clockWorker(stack, environment, {
      worker: monitorScreenings,
      rate: 'rate(5 minutes)',
      alone: false,
    });
  eventAlarms(stack, environment, {
    relay,
    count,
    compare,
    sweep,
    reconcile,
    fetchLists: fetching,
    topic,
  });
  const queues = queueWorkers.map(({ queue }) => queue);
  overview(stack, environment, queues);
  return stack;
};

/** Events of one call of the relay at most. */
export const relayed_max = 100;

/** New events that are published; confirmations, expiries and tests of one webhook are not worth a call. */
const fromOutbox = (stack: Stack, environment: Environment) => ({
  worker: relayEvents,
  streams: [
    {
      id: 'Mapping',
      streamArn: streamOf(stack, environment, 'outbox'),
      filters: [
        {
          eventName: ['INSERT'],
          dynamodb: { NewImage: { schedule_shard: { S: [{ exists: true }] } } },
        },
      ],
    },
  ],
  batch: relayed_max,
  parallelism: environment.relayParallelism,
  // An event that is given up is still due, and the sweeper publishes it; a bad record must not
  // stop the stream.
  retries_max: 10,
  age_seconds_max: 60 * 60,
});

/** Changes of what is counted. Expired items stay counted, so deletions are left out. */
const fromChanges = (stack: Stack, environment: Environment) => {
  const changed = (sk: unknown, eventName: readonly string[] = ['INSERT', 'MODIFY']) => ({
    eventName,
    dynamodb: { Keys: { sk: { S: [sk] } } },
  });
  return {
    worker: countChanges,
    streams: [
      {
        id: 'Resources',
        streamArn: streamOf(stack, environment, 'resources'),
        filters: countedResources.map(({ kind, names }) =>
          changed({ prefix: `${idPrefixes[kind]}_` }, names),
        ),
      },
      {
        id: 'Deliveries',
        streamArn: streamOf(stack, environment, 'deliveries'),
        filters: [changed(deliverySortKey)],
      },
    ],
    batch: 1_000,
    // Nobody waits for a figure by the second, and a write of many changes costs as much as one of a single change.
    windows: { batching_seconds: 1, tumbling_seconds: 60 },
    // As long as the stream keeps a record.
    retries_max: -1,
    age_seconds_max: 24 * 60 * 60,
  };
};

/** The arn of a table's stream. */
export const streamOf = (stack: Stack, environment: Environment, table: StreamedTable): string =>
  StringParameter.valueForStringParameter(stack, streamParameter(environment.name, table));

/** Each worker that streams feed, and of which tables. */
export const streamWorkers = [
  { worker: relayEvents, tables: ['outbox'] },
  { worker: countChanges, tables: ['resources', 'deliveries'] },
] as const;

const ofWebhooks = { worker: fanOutEvent, queue: 'webhooks', oldest_seconds: 5 * 60 } as const;

const ofDeliveries = {
  worker: deliverWebhook,
  queue: 'deliver',
  // The longest delay that a message is sent with, and five minutes.
  oldest_seconds: (15 + 5) * 60,
  // Four threads look up all names by default: one that does not answer would hold up the others of its batch.
  variables: { UV_THREADPOOL_SIZE: '64' },
} as const;

const ofIdentities = {
  worker: decideVerification,
  queue: 'identity',
  oldest_seconds: 5 * 60,
} as const;

const ofCards = { worker: reconcileCards, queue: 'cards', oldest_seconds: 5 * 60 } as const;

/** Nobody waits for it by the second. */
const ofRedactions = {
  worker: redactPersonalData,
  queue: 'redactions',
  oldest_seconds: 60 * 60,
} as const;

/** It works on many hours of one business at a time. */
const ofCounters = {
  worker: compareCounters,
  queue: 'counters',
  oldest_seconds: 6 * 60 * 60,
} as const;

const ofDocuments = {
  worker: inspectDocument,
  queue: 'documents',
  oldest_seconds: 5 * 60,
} as const;

/** Each worker that a queue feeds. */
export const queueWorkers = [
  ofWebhooks,
  ofDeliveries,
  ofDocuments,
  ofIdentities,
  ofCards,
  ofRedactions,
  ofCounters,
];

import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { alarmingEvents } from '../functions/core/jobs/alarming-events.ts';
import { eventWorkers } from './alarm-names.ts';
import { type AlarmProps, alarm, errorsAlarm, minutes } from './constructs/alarm.ts';
import { type Environment, physicalName, service } from './environments.ts';

export type WatchedWorkers = {
  readonly relay: LambdaFunction;
  readonly count: LambdaFunction;
  readonly compare: LambdaFunction;
  readonly sweep: LambdaFunction;
  readonly reconcile: LambdaFunction;
  /** Where lists are searched. */
  readonly fetchLists: LambdaFunction | undefined;
  readonly topic: ITopic;
};

/** Alarms on the workers; the queues between them have their own. */
export const eventAlarms = (
  stack: Stack,
  environment: Environment,
  watched: WatchedWorkers,
): void => {
  const { relay, count, compare, sweep, reconcile, fetchLists, topic } = watched;
  const home = new Construct(stack, 'Watch');
  errorsAlarm(home, environment, eventWorkers, topic);
  alarm(home, 'StreamLate', topic, {
    name: physicalName(environment.name, 'relay-events-late'),
    means:
      'New events reach the bus minutes late: relay-events fails or is throttled; read its errors.',
    metric: relay.metric('IteratorAge', { statistic: 'Maximum', period: minutes(5) }),
    threshold: 5 * 60 * 1000,
  });
  alarm(home, 'CountersLate', topic, {
    name: physicalName(environment.name, 'count-changes-late'),
    means:
      'Figures of the dashboard are many minutes old: count-changes fails or is throttled; read its errors.',
    metric: count.metric('IteratorAge', { statistic: 'Maximum', period: minutes(5) }),
    threshold: 15 * 60 * 1000,
  });
  alarm(home, 'SweeperStopped', topic, {
    name: physicalName(environment.name, 'sweep-scheduled-work-stopped'),
    means:
      'No sweep for minutes, so lost messages and long retries are not repaired: check its rule and its errors.',
    metric: sweep.metricInvocations({ statistic: 'Sum', period: minutes(5) }),
    threshold: 1,
    alive: true,
  });
  for (const one of sweepAlarms) logEventAlarm(home, environment, { ...one, of: sweep, topic });
  logEventAlarm(home, environment, { ...issuerOutOfSync, of: reconcile, topic });
  logEventAlarm(home, environment, { ...countersDiffered, of: compare, topic });
  if (fetchLists) logEventAlarm(home, environment, { ...listsOutdated, of: fetchLists, topic });
};

/** Alarms on what the sweeper logs and no metric of AWS shows. */
const sweepAlarms = [
  {
    name: 'events-dead-lettered',
    event: alarmingEvents.eventDeadLettered,
    means:
      'Events are dead-lettered because their fan-out did not complete: read the errors of fan-out-event.',
    threshold: 1,
  },
  {
    name: 'scheduled-work-unknown',
    event: alarmingEvents.unknownScheduledItem,
    means:
      'A scheduled item has an unknown kind: the sweeper logs its key. A release was rolled back, or has a bug.',
    threshold: 1,
  },
  {
    name: 'sweep-scheduled-work-behind',
    event: alarmingEvents.sweepBudgetExceeded,
    means:
      'The sweeper has no time for all overdue work: many businesses have a backlog, or the tables are slow.',
    threshold: 3,
  },
];

const issuerOutOfSync = {
  name: 'issuer-out-of-sync',
  event: alarmingEvents.issuerOutOfSync,
  means:
    'An issuer has not had the current version of cards for five minutes, or rejects it: see issuer_sync of each.',
  threshold: 1,
};

const countersDiffered = {
  name: 'counters-differed',
  event: alarmingEvents.countersDiffered,
  means:
    'Figures of the dashboard were wrong and are repaired: its line in the log says of which business and hour.',
  threshold: 1,
};

/** The job says four times an hour that all lists are current: its silence rings, so also when it never runs. */
const listsOutdated = {
  name: 'lists-outdated',
  event: alarmingEvents.listsCurrent,
  means:
    'A list of sanctions was not fetched for 48 hours, or fetch-lists does not run: read its lines list_not_fetched.',
  threshold: 1,
  alive: true,
  minutes: 60,
} as const;

type LogEventAlarm = Pick<AlarmProps, 'name' | 'means' | 'threshold' | 'alive'> & {
  readonly event: string;
  /** The time in which its lines are counted; absent: five minutes. */
  readonly minutes?: number;
  readonly of: LambdaFunction;
  readonly topic: ITopic;
};

/** Rings when a function has logged an event this often; of one that says that something lives, less often. */
const logEventAlarm = (
  home: Construct,
  environment: Environment,
  { of, topic, event, minutes: counted = 5, ...said }: LogEventAlarm,
): void => {
  const name = physicalName(environment.name, said.name);
  const filter = new MetricFilter(home, `${said.name}-event`, {
    logGroup: of.logGroup,
    filterPattern: FilterPattern.stringValue('$.event', '=', event),
    metricNamespace: service,
    metricName: name,
  });
  const metric = filter.metric({ statistic: 'Sum', period: minutes(counted) });
  alarm(home, said.name, topic, { ...said, name, metric });
};

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  compareCounters,
  countChanges,
  fetchLists,
  reconcileCards,
  relayEvents,
  sweepScheduledWork,
} from '../../functions/app/jobs/jobs.ts';
import { alarmingEvents } from '../../functions/core/jobs/alarming-events.ts';
import { measured } from '../../functions/core/metrics.ts';
import { accessLogName } from '../../lib/constructs/service-api.ts';
import {
  type Environment,
  environments,
  functionName,
  logGroupName,
} from '../../lib/environments.ts';
import { type Line, type Point, ringing, type Signals } from '../helpers/ringing.ts';
import {
  ofType,
  type SynthesisedStack,
  synthesised,
  synthesisedChanged,
} from '../helpers/synthesised.ts';
import { idsIn } from '../helpers/template-functions.ts';

/** A fault, what is seen of it, and the alarm that rings for it. */
type Fault = readonly [rings: string, signals: Signals];

const cases = {
  sandbox: ['sandbox', synthesised],
  live: ['live', synthesised],
  'a live that searches lists': ['live', synthesisedChanged],
} as const;

for (const [what, [name, make]] of Object.entries(cases)) {
  const environment: Environment = environments[name];
  let stacks: readonly SynthesisedStack[];
  before(async () => {
    stacks = (await make()).filter((stack) => stack.environment === name);
  });
  const begin = `financial-services-${name}-`;
  const lineOf = (id: string, fields: object): Line => ({
    logGroup: logGroupName(name, id),
    message: JSON.stringify(fields),
  });
  const counted = { now: new Date(), environment: name };

  /** All is well: the sweeper runs, and lists are current. */
  const sweeps: Point = {
    namespace: 'AWS/Lambda',
    metric: 'Invocations',
    value: 5,
    dimensions: { FunctionName: functionName(name, sweepScheduledWork.id) },
  };
  const current = lineOf(fetchLists.id, { event: alarmingEvents.listsCurrent });
  const rung = ({ points = [], lines = [] }: Signals): string[] =>
    ringing(stacks, { points: [sweeps, ...points], lines: [current, ...lines] }).map((one) =>
      one.replace(begin, ''),
    );

  const sqs = (metric: string, queue: string, value: number): Signals => ({
    points: [{ namespace: 'AWS/SQS', metric, dimensions: { QueueName: queue }, value }],
  });
  const gateway = (api: string, metric: string, value: number): Signals => ({
    points: [
      {
        namespace: 'AWS/ApiGateway',
        metric,
        dimensions: { ApiName: begin + api, Stage: 'v1' },
        value,
      },
    ],
  });
  const lambda = (metric: string, dimensions: Point['dimensions'], value: number): Signals => ({
    points: [{ namespace: 'AWS/Lambda', metric, dimensions, value }],
  });
  const logged = (id: string, event: string, times = 1): Signals => ({
    lines: Array.from({ length: times }, () => lineOf(id, { event })),
  });
  const ended = (id: string, status: string): Signals => ({
    lines: [lineOf(id, { type: 'platform.report', record: { requestId: 'a', status } })],
  });

  const faultsOfApis = (): Fault[] => [
    ...['api', 'dashboard'].flatMap((api): Fault[] => [
      [`${api}-server-errors`, gateway(api, '5XXError', 5)],
      [`${api}-latency`, gateway(api, 'Latency', 3_000)],
    ]),
    ['functions-throttled', lambda('Throttles', {}, 1)],
    [
      'businesses-not-enrolled',
      {
        lines: [
          { logGroup: accessLogName(environment, 'api'), message: '{"refusal":"INVALID_API_KEY"}' },
        ],
      },
    ],
    [
      'reveal-limit-reached',
      {
        lines: [
          lineOf('cards.reveal', measured('refused', 1, { code: 'reveal_limit_reached' }, counted)),
        ],
      },
    ],
    [
      'stored-items-unreadable',
      { lines: [lineOf('cards.list', measured('unreadable_items', 1, {}, counted))] },
    ],
    [
      'tables-throttled',
      {
        lines: Array.from({ length: 10 }, () =>
          lineOf('cards.get', measured('throttled', 1, {}, counted)),
        ),
      },
    ],
  ];

  const faultsOfJobs: readonly Fault[] = [
    [
      'relay-events-late',
      lambda('IteratorAge', { FunctionName: functionName(name, relayEvents.id) }, 5 * 60 * 1000),
    ],
    [
      'count-changes-late',
      lambda('IteratorAge', { FunctionName: functionName(name, countChanges.id) }, 15 * 60 * 1000),
    ],
    ['events-dead-lettered', logged(sweepScheduledWork.id, alarmingEvents.eventDeadLettered)],
    ['scheduled-work-unknown', logged(sweepScheduledWork.id, alarmingEvents.unknownScheduledItem)],
    [
      'sweep-scheduled-work-behind',
      logged(sweepScheduledWork.id, alarmingEvents.sweepBudgetExceeded, 3),
    ],
    ['counters-differed', logged(compareCounters.id, alarmingEvents.countersDiffered)],
    ['issuer-out-of-sync', logged(reconcileCards.id, alarmingEvents.issuerOutOfSync)],
  ];

  const faultsOfQueues = (): Fault[] =>
    stacks
      .flatMap((stack) => ofType(stack, 'AWS::SQS::Queue'))
      .map(([, { Properties }]): Fault => {
        const queue: string = Properties.QueueName;
        const ending = queue.replace(begin, '');
        return /-(failed|missed|ending)$/.test(queue)
          ? [ending, sqs('ApproximateNumberOfMessagesVisible', queue, 1)]
          : [`${ending}-waiting`, sqs('ApproximateAgeOfOldestMessage', queue, 6 * 60 * 60)];
      });

  describe(`the alarms of ${what}`, () => {
    test('are silent while all is well', () => {
      assert.deepEqual(rung({}), []);
      for (const id of stacks.flatMap(idsIn)) assert.deepEqual(rung(ended(id, 'success')), [], id);
    });

    test('ring each by its fault, and no other', () => {
      const faults = [...faultsOfApis(), ...faultsOfJobs, ...faultsOfQueues()];
      for (const [rings, signals] of faults) assert.deepEqual(rung(signals), [rings]);
      const silence = ringing(stacks, { lines: [current] });
      assert.deepEqual(silence, [`${begin}sweep-scheduled-work-stopped`]);
      const outdated = ringing(stacks, { points: [sweeps] });
      assert.deepEqual(outdated, what.includes('lists') ? [`${begin}lists-outdated`] : []);
      const known = new Set([...faults.map(([rings]) => begin + rings), ...silence, ...outdated]);
      const all = stacks.flatMap((stack) => ofType(stack, 'AWS::CloudWatch::Alarm'));
      const others = all
        .map(([, { Properties }]) => Properties.AlarmName)
        .filter((one) => !known.has(one));
      assert.deepEqual(
        others.filter((one) => !one.endsWith('-errors')),
        [],
      );
    });

    test('ring one for a function that crashes or times out, whichever it is', () => {
      const named = new Set<string>();
      for (const id of stacks.flatMap(idsIn))
        for (const status of ['failure', 'error', 'timeout']) {
          // The account's own count says it without a line.
          const rings = rung(environment.canary ? ended(id, status) : lambda('Errors', {}, 1));
          assert.equal(rings.length, 1, id);
          named.add(rings[0] ?? '');
        }
      const all = stacks.flatMap((stack) => ofType(stack, 'AWS::CloudWatch::Alarm'));
      const errors = all.map(
        ([, { Properties }]) => Properties.AlarmName.replace(begin, '') as string,
      );
      assert.deepEqual(
        [...named].sort(),
        errors.filter((one) => /(?<!server)-errors$/.test(one)).sort(),
      );
    });
  });
}

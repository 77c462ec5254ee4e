import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { physicalName } from '../../lib/environments.ts';
import {
  ofType,
  type SynthesisedStack,
  synthesised,
  synthesisedChanged,
  synthesisedOtherwise,
} from '../helpers/synthesised.ts';

describe('settings from the CDK context', () => {
  test('of queues and tables reach those that they name', async () => {
    const resources = (await synthesisedChanged())
      .filter(({ environment }) => environment === 'live')
      .flatMap((stack) => Object.values(stack.resources));
    const of = (type: string) =>
      resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
    const parallel = of('AWS::Lambda::EventSourceMapping').map(
      ({ ParallelizationFactor }) => ParallelizationFactor,
    );
    assert.deepEqual(parallel.filter(Boolean), [4]);
    const most = of('AWS::Lambda::EventSourceMapping').flatMap(
      ({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency ?? [],
    );
    assert.deepEqual(most.sort(), [20, 20, 20, 20, 20, 20, 400]);
    for (const { TableName, WarmThroughput, GlobalSecondaryIndexes = [] } of of(
      'AWS::DynamoDB::GlobalTable',
    )) {
      const isWarm = /-(resources|outbox|deliveries|idempotency)$/.test(TableName);
      const warm = isWarm ? { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 40_000 } : undefined;
      assert.deepEqual(WarmThroughput, warm, TableName);
      for (const index of GlobalSecondaryIndexes)
        assert.deepEqual(index.WarmThroughput, warm, TableName);
    }
  });

  test('of alarms subscribe each address to their topic', async () => {
    const live = (await synthesisedChanged()).filter(({ environment }) => environment === 'live');
    const made = live.flatMap((stack) =>
      ofType(stack, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties),
    );
    assert.deepEqual(
      made.map(({ Protocol, Endpoint, TopicArn }) => [Protocol, Endpoint, TopicArn.Ref]),
      [
        ['email', 'ops@example.com', 'Alarms04B5A0BF'],
        ['https', 'https://on-call.example.com/hook', 'Alarms04B5A0BF'],
      ],
    );
  });

  test('reach the templates', async () => {
    const stacks = await synthesisedChanged();
    const matching = (pattern: RegExp, among = stacks) =>
      among
        .filter(({ text }) => pattern.test(text))
        .map(({ environment, name }) => `${environment}/${name}`);
    const writing = ['api', 'api-functions', 'dashboard-functions', 'events'].map(
      (name) => `sandbox/${name}`,
    );
    const withFunctions = [...writing, 'sandbox/requests'];
    // Only on this machine may these two be others.
    const here = await synthesisedOtherwise();
    const inBoth = (names: readonly string[]) =>
      [...names, ...names.map((name) => name.replace('sandbox', 'live'))].sort();
    assert.deepEqual(matching(/"CLOCK_SPEED": "25"/, here).sort(), inBoth(withFunctions));
    assert.deepEqual(matching(/"CLOCK_SPEED"/), []);
    const sending = inBoth(['sandbox/api-functions', 'sandbox/events']);
    assert.deepEqual(matching(/"WEBHOOK_TARGETS": "loopback_too"/, here).sort(), sending);
    assert.deepEqual(matching(/"WEBHOOK_TARGETS": "public"/).sort(), sending);
    assert.deepEqual(matching(/"RETENTION": "\{\\"eventsDays\\":30}"/).sort(), writing);
    assert.deepEqual(matching(/"RETENTION"/).length, 4);
    assert.deepEqual(matching(/"DAILY_CAPS": "\{\\"EUR\\":100000}"/).sort(), withFunctions);
    assert.deepEqual(matching(/"DAILY_CAPS"/).length, 5);
    assert.deepEqual(matching(/"SCHEDULE_SHARDS": "32"/).sort(), withFunctions);
    assert.deepEqual(matching(/"SCHEDULE_SHARDS"/).length, 5);
    assert.deepEqual(matching(/"AGREEMENTS": "required"/).sort(), withFunctions);
    assert.deepEqual(matching(/"AGREEMENTS"/).length, 5);
    assert.deepEqual(matching(/"REVERIFY_AFTER_EXPIRY": "\{\\"enhanced\\":30}"/), [
      'sandbox/events',
    ]);
    assert.deepEqual(matching(/"ExpirationInDays": 365\b/), ['sandbox/data']);
    assert.deepEqual(matching(/"MaximumConcurrency": 3\b/), ['sandbox/events']);
    assert.deepEqual(matching(/"RateLimit": 7\b/), ['sandbox/api']);
    assert.deepEqual(matching(/"RATE_LIMITS": "\{\\"standard\\":7,\\"elevated\\":9}"/), [
      'sandbox/api-functions',
    ]);
  });

  test('of the catalogue reaches every function of its environment', async () => {
    const live = (await synthesisedOtherwise()).filter(({ environment }) => environment === 'live');
    const functions = live
      .flatMap((stack) => ofType(stack, 'AWS::Lambda::Function'))
      .filter(([, { Properties }]) =>
        Properties.FunctionName?.startsWith(physicalName('live', '')),
      );
    const chosen = functions.map(
      ([, { Properties }]) => Properties.Environment?.Variables.CATALOGUE,
    );
    assert.ok(chosen.length > 100);
    assert.deepEqual([...new Set(chosen)], ['united_states']);
  });

  const refusedIn = (stacks: readonly SynthesisedStack[]) =>
    stacks.flatMap(({ environment, name, refusals }) =>
      refusals.map((refusal) => `${environment}/${name}: ${refusal}`),
    );

  test('let nobody deploy live without its account, its address, or with simulated cards that are not accepted', async () => {
    const stacks = await synthesised();
    const live = stacks.filter(({ environment }) => environment === 'live').map(({ name }) => name);
    const whose = 'Live would be deployed to whatever account the credentials are of: set account.';
    assert.deepEqual(
      refusedIn(stacks).sort(),
      [
        ...live.map((name) => `live/${name}: ${whose}`),
        'live/data: Live’s alarms would reach nobody: set alarmSubscribers.',
        'live/api-functions: Live would issue cards that nobody can pay with: name another cardIssuer, or set acceptSimulatedIssuer.',
        'live/sign-in: The dashboard would have no address to sign in for: set dashboardOrigin, and dashboardCertificate for its name.',
      ].sort(),
    );
    assert.deepEqual(refusedIn(await synthesisedChanged()), []);
  });
});

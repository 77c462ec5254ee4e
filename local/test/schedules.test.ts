import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { periodOf } from '../schedules.ts';
import { attribute, type Fed, obedient, startFed } from './helpers/fed.ts';
import { declared } from './helpers/small-api-template.ts';
import { until } from './helpers/until.ts';

const arn = 'arn:aws:events:eu-west-1:000000000000:rule/';
const rule = (name: string, target: object, properties: object = {}) => ({
  [`${name}Rule`]: declared('AWS::Events::Rule', {
    Name: name,
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ Id: 't', ...target }],
    ...properties,
  }),
});
const permission = (name: string, source: unknown) => ({
  [`May${name}`]: declared('AWS::Lambda::Permission', {
    Action: 'lambda:InvokeFunction',
    FunctionName: { Ref: name },
    Principal: 'events.amazonaws.com',
    SourceArn: source,
  }),
});
/** A minute is 20 ms for it. */
const fast = { Environment: { Variables: { CLOCK_SPEED: '3000' } } };

const slow = `let running = 0;
exports.handler = async () => {
  running += 1;
  console.log('EVENT ' + JSON.stringify({ Records: [], running, process: process.pid }));
  await new Promise((go) => setTimeout(go, 100));
  running -= 1;
};`;
const failing = `let calls = 0;
exports.handler = async () => {
  calls += 1;
  console.log('EVENT ' + JSON.stringify({ Records: [], calls }));
  if (calls < 3) throw new Error('not yet');
  return calls;
};`;

let machine: Fed;
before(async () => {
  const small = {
    functions: {
      shown: { source: obedient },
      commanded: { source: obedient },
      ticking: { source: slow, properties: fast },
      failing: { source: failing },
    },
    resources: {
      ...rule('shown', { Arn: attribute('shown') }),
      ...permission('shown', attribute('shownRule')),
      ...rule(
        'commanded',
        { Arn: attribute('commanded'), Input: '{"Records":[],"limit":5}' },
        { State: 'DISABLED' },
      ),
      ...permission('commanded', `${arn}*`),
      ...rule('ticking', { Arn: attribute('ticking') }),
      ...permission('ticking', attribute('tickingRule')),
      ...rule('failing', { Arn: attribute('failing') }, { ScheduleExpression: 'rate(1 day)' }),
      ...permission('failing', attribute('failingRule')),
    },
  };
  // The counts are lost where another takes the thread and they are started once more.
  machine = await startFed(small, { memory: true });
});
after(() => machine.stop());

describe('a schedule', () => {
  test('invokes its function with the event of EventBridge', async () => {
    const [outcome] = await machine.local.schedules.trigger('shown');
    assert.equal(outcome?.functionError, undefined);
    const [event] = await machine.eventsOf('shown', 1);
    const { id, time, ...shown } = { ...event } as Record<string, unknown>;
    assert.deepEqual(shown, {
      version: '0',
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      region: 'eu-west-1',
      resources: [`${arn}shown`],
      detail: {},
    });
    assert.match(`${id} ${time}`, /^[0-9a-f-]{36} \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('invokes it with what its target says', async () => {
    await machine.local.schedules.trigger('commanded');
    assert.deepEqual(await machine.eventsOf('commanded', 1), [{ Records: [], limit: 5 }]);
  });

  test('comes by itself, faster where waits are divided, and never before the last run has ended', async () => {
    const [third] = (await machine.eventsOf('ticking', 3)).slice(2);
    assert.equal(typeof third?.process, 'number');
    await Promise.all([
      machine.local.schedules.trigger('ticking'),
      machine.local.schedules.trigger('ticking'),
    ]);
    const events = machine.events('ticking');
    assert.ok(events.every(({ running }) => running === 1));
  });

  test('tries a failed invocation twice more', async () => {
    assert.deepEqual(
      (await machine.local.schedules.trigger('failing')).map(({ payload, functionError }) => [
        payload,
        functionError,
      ]),
      [['3', undefined]],
    );
  });

  test('that nobody knows cannot be triggered', async () => {
    await assert.rejects(machine.local.schedules.trigger('unknown'), {
      message: 'There is no schedule unknown.',
    });
    assert.deepEqual(machine.local.schedules.rules, ['shown', 'commanded', 'ticking', 'failing']);
  });
});

describe('a machine does not start with a schedule', () => {
  for (const [what, resources, sentence] of [
    [
      'that may not invoke its function',
      permission('shown', `${arn}other`),
      /may not invoke shown/,
    ],
    [
      'of a target that is no function',
      rule('shown', { Arn: 'arn:aws:sqs:eu-west-1:0:q' }),
      /is no function here/,
    ],
    [
      'that EventBridge rejects',
      rule('shown', {}, { ScheduleExpression: 'rate(1 minutes)' }),
      /is no rate/,
    ],
  ] as const) {
    test(what, async () => {
      const all = { ...rule('shown', { Arn: attribute('shown') }), ...resources };
      const started = startFed({ functions: { shown: { source: obedient } }, resources: all });
      const said = await started.then(
        (other) => other.stop(),
        (error: Error) => error,
      );
      assert.match(String(said), sentence);
    });
  }
});

test('a disabled rule waits to be triggered', async () => {
  await until(() => machine.events('ticking').length > 10);
  assert.equal(machine.events('commanded').length, 1);
});

for (const [expression, period_ms] of [
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
] as const) {
  test(`${expression} is a period`, () =>
    assert.equal(periodOf(expression, 'The rule'), period_ms));
}

describe('a schedule is rejected', () => {
  for (const expression of [
    ...[
      'rate(1 minutes)',
      'rate(5 minute)',
      'rate(0 minutes)',
      'rate(5 seconds)',
      'every minute',
      'rate(25 days)',
    ],
    ...['cron(0 12 * * ? *)', ''],
  ]) {
    test(expression, () =>
      assert.throws(() => periodOf(expression, 'The rule'), { name: 'BadConfiguration' }),
    );
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authorizeRequest, sweepDueWork } from '../../functions/contract/workers.ts';
import { environments } from '../../lib/environments.ts';
import { functionsOf } from '../helpers/expected-functions.ts';
import { ofType, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';
import { functionOf, logGroupOf, roleOf } from '../helpers/template-functions.ts';

/**
 * CloudFormation takes 500; the rest is room for what a day brings. A route is five of the API's resources in an environment
 * with a canary: function, version, alias, method and, mostly, its path.
 */
const resources_max = 460;

const stacks = await synthesised();

test('each environment has its stacks and no other', () => {
  const names = stacks.map(({ environment, name }) => `${environment}/${name}`);
  assert.deepEqual(names.sort(), [
    'live/api',
    'live/dashboard',
    'live/data',
    'live/deployments',
    'live/events',
    'live/logs',
    'live/roles',
    'live/sign-in',
    'live/site',
    'live/trail',
    'sandbox/api',
    'sandbox/dashboard',
    'sandbox/data',
    'sandbox/events',
    'sandbox/logs',
    'sandbox/roles',
  ]);
});

for (const stack of stacks) {
  describe(`the stack ${stack.environment}/${stack.name}`, () => {
    test(`has at most ${resources_max} resources`, (context) => {
      const count = Object.keys(stack.resources).length;
      context.diagnostic(`${count} resources`);
      assert.ok(count <= resources_max, `${count} resources`);
    });

    test('knows other stacks by physical names alone', () => {
      assert.doesNotMatch(stack.text, /Fn::ImportValue|"Export"/);
    });

    test('is protected against termination where its data is', () => {
      assert.equal(stack.terminationProtection, environments[stack.environment].protectData);
    });

    test('keeps the lines of every log group for a stated time', () => {
      for (const [id, group] of ofType(stack, 'AWS::Logs::LogGroup')) {
        assert.equal(group.Properties.RetentionInDays, environments[stack.environment].logRetentionDays, id);
      }
    });

    test('has no custom resource, whose function would be nobody’s', () => {
      const types = Object.values(stack.resources).map(({ Type }) => Type);
      assert.deepEqual(
        types.filter((type) => type.startsWith('Custom::') || type.endsWith('CustomResource')),
        [],
      );
    });

    test('rings one topic with every alarm, and none is silent', () => {
      for (const [id, { Properties }] of ofType(stack, 'AWS::CloudWatch::Alarm')) {
        const actions = [...Properties.AlarmActions, ...Properties.OKActions].map(textOf);
        assert.equal(actions.length, 2, id);
        for (const action of actions) assert.match(action, /^\{Alarms04B5A0BF}$|:financial-services-\w+-alarms$/, id);
        assert.ok(Properties.AlarmDescription.length > 40, `${id} does not say what it means`);
        // What must be heard of every minute rings by its silence; nobody calling is no fault of the others.
        const rings = Properties.AlarmName.endsWith('sweep-due-work-stopped') ? 'breaching' : 'notBreaching';
        assert.equal(Properties.TreatMissingData, rings, id);
      }
    });
  });
}

for (const stack of stacks.filter((one) => functionsOf(one).length > 0)) {
  describe(`functions in ${stack.environment}/${stack.name}`, () => {
    for (const { id, timeout_seconds, memory_mb } of functionsOf(stack)) {
      test(`${id} runs on the current Node, on arm64, traced, with a log group of its own`, () => {
        const { properties } = functionOf(stack, id);
        const { resource: logGroup } = logGroupOf(stacks, stack, id);
        const { Runtime, Architectures, TracingConfig, Handler, Timeout, MemorySize, FunctionName } = properties;
        assert.deepEqual(
          { Runtime, Architectures, TracingConfig, Handler, Timeout, MemorySize },
          {
            Runtime: 'nodejs24.x',
            Architectures: ['arm64'],
            TracingConfig: { Mode: 'Active' },
            Handler: 'index.handler',
            Timeout: timeout_seconds,
            MemorySize: memory_mb,
          },
        );
        assert.equal(logGroup.Properties.LogGroupName, `/aws/lambda/${FunctionName}`);
        assert.match(FunctionName, /^[A-Za-z0-9-_]{1,64}$/);
      });

      test(`an alarm watches ${id} for errors`, () => {
        const { logicalId } = functionOf(stack, id);
        const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => JSON.stringify(Properties));
        const watching = (metric: string) => alarms.filter((one) => one.includes(logicalId) && one.includes(metric));
        assert.equal(watching('"Errors"').length, 1);
      });
    }

    test('have their roles and log groups before them', () => {
      const before = deployedBefore(stack);
      for (const { id } of functionsOf(stack))
        for (const { stack: home } of [roleOf(stacks, stack, id), logGroupOf(stacks, stack, id)])
          assert.ok(home === stack || before.has(home.name), `${id} is made before ${home.name}`);
    });

    test('only the authorizer and the sweeper have concurrency of their own, where the environment says so', () => {
      const own = ofType(stack, 'AWS::Lambda::Function').flatMap(([id, { Properties }]) =>
        'ReservedConcurrentExecutions' in Properties ? [[id, Properties.ReservedConcurrentExecutions]] : [],
      );
      const { authorizerConcurrency, reserveSweeper } = environments[stack.environment];
      const keeps: Readonly<Record<string, readonly [id: string, reserved: unknown]>> = {
        api: [authorizeRequest.id, authorizerConcurrency],
        events: [sweepDueWork.id, reserveSweeper && 1],
      };
      const [only = '', reserved] = keeps[stack.name] ?? [];
      assert.deepEqual(own, reserved ? [[functionOf(stack, only).logicalId, reserved]] : []);
    });

    test('every alarm has a name of its own', () => {
      const names = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.AlarmName);
      assert.equal(new Set(names).size, names.length);
      const watched = {
        api: ['api-server-errors', 'api-latency'],
        dashboard: ['dashboard-server-errors', 'dashboard-latency', 'dashboard-authorizer-errors'],
        events: ['relay-events-late', 'sweep-due-work-stopped'],
      };
      for (const name of watched[stack.name as keyof typeof watched])
        assert.ok(names.includes(`financial-services-${stack.environment}-${name}`), name);
    });
  });
}

for (const stack of stacks.filter(({ name }) => name === 'api'))
  test(`one alarm of ${stack.environment} watches what Lambda throttles in the whole account`, () => {
    const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const throttles = alarms.filter(({ MetricName }) => MetricName === 'Throttles');
    assert.deepEqual(
      throttles.map(({ AlarmName, Namespace, Dimensions, Threshold }) => ({
        ...{ AlarmName, Namespace, Dimensions, Threshold },
      })),
      [
        {
          AlarmName: `financial-services-${stack.environment}-functions-throttled`,
          ...{ Namespace: 'AWS/Lambda', Dimensions: undefined, Threshold: 1 },
        },
      ],
    );
  });

for (const stack of stacks)
  test(`${stack.environment}/${stack.name} looks up only what a stack before it has written, or what live tells sandbox`, () => {
    const before = deployedBefore(stack);
    const known = stacks.filter(
      ({ environment, name }) =>
        (environment === stack.environment && before.has(name)) || environment !== stack.environment,
    );
    const written = known.flatMap((one) => ofType(one, 'AWS::SSM::Parameter').map(([, made]) => made.Properties.Name));
    for (const { Type, Default } of Object.values(stack.parameters))
      if (Type.startsWith('AWS::SSM::Parameter::Value') && Default !== bootstrapVersion)
        assert.ok(written.includes(Default), Default);
  });

/** The stacks of its environment that the CLI deploys before a stack, with those before them. */
const deployedBefore = ({ environment, after }: SynthesisedStack): ReadonlySet<string> =>
  new Set(
    after.flatMap((name) => {
      const one = stacks.find((each) => each.environment === environment && each.name === name) ?? assert.fail(name);
      return [name, ...deployedBefore(one)];
    }),
  );

/** The CDK's own. */
const bootstrapVersion = '/cdk-bootstrap/hnb659fds/version';

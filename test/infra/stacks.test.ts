import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { ofType, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';
import {
  callsIn,
  errorMetricsOf,
  functionOf,
  idsIn,
  logGroupOf,
  roleOf,
} from '../helpers/template-functions.ts';

/**
 * CloudFormation takes 500; the rest is room for what a day brings. A route is three resources of
 * an API: its method and, mostly, a path with its 405. In an environment with a canary it is three
 * of the API's functions as well: function, version and alias.
 */
const resources_max = 460;

const stacks = await synthesised();

for (const stack of stacks) {
  describe(`the stack ${stack.environment}/${stack.name}`, () => {
    test(`has at most ${resources_max} resources`, (context) => {
      const count = Object.keys(stack.resources).length;
      const routes = Math.floor((500 - count) / 3);
      const room = /api/.test(stack.name) ? `, room for ${routes} more routes` : '';
      context.diagnostic(`${stack.environment}/${stack.name} has ${count} of 500 resources${room}`);
      assert.ok(count <= resources_max, `${count} resources`);
    });

    test('knows other stacks by physical names alone', () => {
      assert.doesNotMatch(stack.text, /Fn::ImportValue|"Export"/);
    });

    test('is protected against termination where its data is', () => {
      assert.equal(stack.terminationProtection, environments[stack.environment].protectData);
    });

    test('keeps the lines of every log group for a stated time', () => {
      for (const [id, group] of ofType(stack, 'AWS::Logs::LogGroup'))
        assert.equal(
          group.Properties.RetentionInDays,
          environments[stack.environment].logRetentionDays,
          id,
        );
    });

    test('has no custom resource, whose function would be nobody’s', () => {
      const types = Object.values(stack.resources).map(({ Type }) => Type);
      assert.deepEqual(
        types.filter((type) => type.startsWith('Custom::') || type.endsWith('CustomResource')),
        [],
      );
    });

    test('rings one topic with every alarm, each of another name, and none is silent', () => {
      const alarms = ofType(stack, 'AWS::CloudWatch::Alarm');
      assert.equal(
        new Set(alarms.map(([, { Properties }]) => Properties.AlarmName)).size,
        alarms.length,
      );
      for (const [id, { Properties }] of alarms) {
        const actions = [...Properties.AlarmActions, ...Properties.OKActions].map(textOf);
        assert.equal(actions.length, 2, id);
        for (const action of actions)
          assert.match(action, /^\{Alarms04B5A0BF}$|:financial-services-\w+-alarms$/, id);
        assert.ok(Properties.AlarmDescription.length > 40, `${id} does not say what it means`);
        // The sweeper runs every minute, so its silence rings; the others may have no calls.
        const rings = Properties.AlarmName.endsWith('sweep-scheduled-work-stopped')
          ? 'breaching'
          : 'notBreaching';
        assert.equal(Properties.TreatMissingData, rings, id);
      }
    });

    test('runs every function on the current Node, on arm64, traced, with its own log group of JSON and one alarm on its errors', () => {
      const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(
        ([, { Properties }]) => Properties.MetricName,
      );
      for (const id of idsIn(stack)) {
        const { properties } = functionOf(stack, id);
        const { Runtime, Architectures, TracingConfig, FunctionName } = properties;
        assert.deepEqual(
          [Runtime, Architectures, TracingConfig],
          ['nodejs24.x', ['arm64'], { Mode: 'Active' }],
          id,
        );
        const { LogGroupName } = logGroupOf(stacks, stack, id).resource.Properties;
        assert.equal(LogGroupName, `/aws/lambda/${FunctionName}`);
        assert.match(FunctionName, /^[A-Za-z0-9-_]{1,64}$/);
        assert.equal(properties.LoggingConfig.LogFormat, 'JSON');
        // Without a canary one alarm in the stack of the API counts those of all functions.
        const watched = errorMetricsOf(stacks, stack, id);
        assert.equal(watched.length, environments[stack.environment].canary ? 1 : 0, id);
        for (const metric of watched)
          assert.equal(alarms.filter((one) => one === metric).length, 1, id);
      }
    });

    test('has the roles and log groups of its functions before them', () => {
      const before = deployedBefore(stack);
      for (const id of idsIn(stack))
        for (const { stack: home } of [roleOf(stacks, stack, id), logGroupOf(stacks, stack, id)])
          assert.ok(home === stack || before.has(home.name), `${id} is made before ${home.name}`);
    });

    test('calls by name only functions and aliases that a stack before it has', () => {
      const before = deployedBefore(stack);
      const known = stacks.filter(
        ({ environment, name }) => environment === stack.environment && before.has(name),
      );
      const callable = new Set(known.flatMap((one) => [...functionNames(one), ...aliasNames(one)]));
      const named = callsIn(stack).filter(
        (call) => !((call.split(':')[0] ?? '') in stack.resources),
      );
      assert.deepEqual(
        named.filter((call) => !callable.has(call)),
        [],
      );
    });

    test('looks up only what a stack before it has written, or what live writes for sandbox', () => {
      const before = deployedBefore(stack);
      const known = stacks.filter(
        ({ environment, name }) => environment !== stack.environment || before.has(name),
      );
      const written = known.flatMap((one) =>
        ofType(one, 'AWS::SSM::Parameter').map(([, made]) => made.Properties.Name),
      );
      for (const { Type, Default } of Object.values(stack.parameters))
        if (Type.startsWith('AWS::SSM::Parameter::Value') && Default !== bootstrapVersion)
          assert.ok(written.includes(Default), Default);
    });
  });
}

const functionNames = (stack: SynthesisedStack): string[] =>
  ofType(stack, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName);

const aliasNames = (stack: SynthesisedStack): string[] =>
  ofType(stack, 'AWS::Lambda::Alias').map(
    ([, { Properties }]) =>
      `${stack.resources[Properties.FunctionName.Ref]?.Properties.FunctionName}:${Properties.Name}`,
  );

/** The stacks of its environment that the CLI deploys before a stack, with those before them. */
const deployedBefore = ({ environment, after }: SynthesisedStack): ReadonlySet<string> =>
  new Set(
    after.flatMap((name) => {
      const one =
        stacks.find((each) => each.environment === environment && each.name === name) ??
        assert.fail(name);
      return [name, ...deployedBefore(one)];
    }),
  );

/** The CDK's own. */
const bootstrapVersion = '/cdk-bootstrap/hnb659fds/version';

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  administerBusiness,
  fetchLists,
  monitorScreenings,
  receiveStripe,
  recordRequests,
  sweepScheduledWork,
} from '../../functions/app/jobs/jobs.ts';
import { environments, functionName } from '../../lib/environments.ts';
import {
  ofType,
  type Resource,
  type SynthesisedStack,
  stacksIn,
  synthesised,
  synthesisedChanged,
} from '../helpers/synthesised.ts';
import { callsIn, errorMetricsOf, idsIn, permissionsOf } from '../helpers/template-functions.ts';

const plain = await synthesised();

const inEnvironment = (stacks: readonly SynthesisedStack[], name: string) =>
  stacks.filter(({ environment }) => environment === name);

const callerOf = (stack: SynthesisedStack): Resource[] =>
  ofType(stack, 'AWS::IAM::Role').flatMap(([id, role]) => (id.startsWith('Caller') ? [role] : []));

const aliasesIn = (stack: SynthesisedStack) =>
  ofType(stack, 'AWS::Lambda::Alias').filter(([, { Properties }]) => Properties.Name === 'current');

test('an environment without a canary calls every function as it is', () => {
  assert.equal(environments.sandbox.canary, undefined);
  const calls = inEnvironment(plain, 'sandbox').flatMap(callsIn);
  assert.ok(calls.length > 100);
  for (const call of calls) assert.match(call, /^[\w-]+$/);
});

const cases = {
  live: ['live', synthesised],
  'a sandbox with Stripe and another canary': ['sandbox', synthesisedChanged],
  'a live that is repaired': ['live', synthesisedChanged],
} as const;

for (const what of Object.keys(cases) as (keyof typeof cases)[]) {
  const [environment, make] = cases[what];
  let stacks: readonly SynthesisedStack[];
  let groups: ReadonlyMap<string, Resource['Properties']>;
  // In a hook: a synthesis starts only when tests run, which wait for it.
  before(async () => {
    stacks = inEnvironment(await make(), environment);
    groups = new Map(
      ofType(named('deployments'), 'AWS::CodeDeploy::DeploymentGroup').map(([, { Properties }]) => [
        Properties.DeploymentGroupName,
        Properties,
      ]),
    );
  });
  const named = (name: string) => stacks.find((one) => one.name === name) ?? assert.fail(name);
  /** The functions of a stack that are called by their alias. */
  const moved = (stack: SynthesisedStack): string[] =>
    aliasesIn(stack).map(([, { Properties }]) => {
      const { FunctionName } =
        stack.resources[Properties.FunctionName.Ref]?.Properties ?? assert.fail();
      return FunctionName;
    });

  describe(`the functions of ${what}`, () => {
    test('are each called by the alias of a version, whatever calls them but the clock, CloudWatch Logs and operators', () => {
      const isWarm = (call: string) => what !== 'live' && call.endsWith(':warm');
      for (const stack of stacks)
        for (const call of callsIn(stack))
          assert.ok(/^[\w-]+:current$/.test(call) || isWarm(call), call);
      for (const stack of stacks)
        for (const role of callerOf(stack)) {
          // The role of before the canary has another name, and stays until nothing calls what it grants.
          assert.match(
            role.Properties.RoleName,
            /-(api|dashboard)-gateway-(reading|changing)-current$/,
          );
          for (const line of permissionsOf(role))
            assert.match(line, /^lambda:InvokeFunction on \S+:function:[\w-]+:(current|warm)$/);
        }
      const unmoved = [
        ...[administerBusiness, receiveStripe, recordRequests],
        ...[sweepScheduledWork, fetchLists, monitorScreenings],
      ].map(({ id }) => functionName(environment, id));
      const all = stacks.flatMap((stack) =>
        idsIn(stack).map((id) => functionName(environment, id)),
      );
      assert.deepEqual(
        stacks.flatMap(moved).sort(),
        all.filter((name) => !unmoved.includes(name)).sort(),
      );
    });

    test('have a deployment group each, and each group its function', () => {
      const [[, application] = assert.fail()] = ofType(
        named('deployments'),
        'AWS::CodeDeploy::Application',
      );
      const { ApplicationName, ComputePlatform } = application.Properties;
      assert.equal(ComputePlatform, 'Lambda');
      for (const stack of stacks)
        for (const [id, { UpdatePolicy, Properties }] of aliasesIn(stack)) {
          const { FunctionName } =
            stack.resources[Properties.FunctionName.Ref]?.Properties ?? assert.fail();
          const how = { ApplicationName, DeploymentGroupName: FunctionName };
          assert.deepEqual(UpdatePolicy, { CodeDeployLambdaAliasUpdate: how }, id);
        }
      assert.deepEqual(stacks.flatMap(moved).sort(), [...groups.keys()].sort());
    });

    test('are deployed at most twenty of a stack at a time', () => {
      for (const stack of stacks) {
        const aliases = aliasesIn(stack);
        const waitsFor = aliases.map(([, { DependsOn = [] }]) => DependsOn);
        assert.ok(waitsFor.filter((before) => before.length === 0).length <= 20, stack.name);
        const before = waitsFor.flat();
        assert.equal(new Set(before).size, before.length, 'nobody is waited for twice');
      }
    });
  });

  describe(`the deployment groups of ${what}`, () => {
    test('name alarms that there are, of which one watches the errors of the function', () => {
      const alarms = new Map(
        stacks.flatMap((stack) =>
          ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => [
            Properties.AlarmName as string,
            { stack, Properties },
          ]),
        ),
      );
      for (const stack of stacks)
        for (const id of idsIn(stack)) {
          const group = groups.get(functionName(environment, id));
          if (!group) continue;
          const named = group.AlarmConfiguration.Alarms.map(
            ({ Name }: { Name: string }) => Name,
          ) as string[];
          for (const name of named) assert.ok(alarms.has(name), `${id}: ${name}`);
          const watched = errorMetricsOf(stacks, stack, id);
          const watching = named.filter((name) => {
            const { stack: home, Properties } = alarms.get(name) ?? assert.fail(name);
            return home === stack && watched.includes(Properties.MetricName);
          });
          assert.equal(watching.length, 1, id);
        }
    });

    test('ring only where a version may be taken back for it', () => {
      const [configuration, enabled] = {
        live: ['Canary10Percent5Minutes', true],
        'a sandbox with Stripe and another canary': ['Linear10PercentEvery1Minute', true],
        // An alarm that is on during its repair would take the repair back.
        'a live that is repaired': ['AllAtOnce', false],
      }[what];
      for (const [name, { DeploymentConfigName, AlarmConfiguration }] of groups)
        assert.deepEqual(
          [DeploymentConfigName, AlarmConfiguration.Enabled],
          [`CodeDeployDefault.Lambda${configuration}`, enabled],
          name,
        );
    });
  });
}

test('who receives Stripe’s events is deployed by a canary unless it is kept warm', async () => {
  const changed = await synthesisedChanged();
  const named = (name: string) =>
    inEnvironment(changed, 'sandbox').find((one) => one.name === name) ?? assert.fail(name);
  const [api, deployments] = [named('api'), named('deployments')];
  assert.ok(callsIn(api).includes(`${functionName('sandbox', receiveStripe.id)}:warm`));
  assert.ok(!deployments.text.includes(functionName('sandbox', receiveStripe.id)));
});

describe('a version of a function', () => {
  const versionsOf = (stacks: readonly SynthesisedStack[]) =>
    new Map(
      inEnvironment(stacks, 'live').flatMap((stack) =>
        aliasesIn(stack).map(([, { Properties }]) => {
          const function_ = stack.resources[Properties.FunctionName.Ref] ?? assert.fail();
          const {
            FunctionName,
            ReservedConcurrentExecutions: _,
            Tags: __,
            ...locked
          } = function_.Properties;
          return [
            FunctionName as string,
            { id: Properties.FunctionVersion['Fn::GetAtt'][0], locked },
          ] as const;
        }),
      ),
    );

  test('is another one where the function is another, and the same where it is the same, however often it is synthesised', async () => {
    // The same sources by another process, with other limits of businesses.
    const again = await stacksIn(fileURLToPath(new URL('../../.build/assembly', import.meta.url)));
    const [one, other] = [versionsOf(plain), versionsOf(again)];
    let [same, others] = [0, 0];
    for (const [name, { id, locked }] of one) {
      const { id: otherId, locked: otherwise } = other.get(name) ?? assert.fail(name);
      const isSame = JSON.stringify(locked) === JSON.stringify(otherwise);
      assert.equal(id === otherId, isSame, name);
      if (isSame) same += 1;
      else others += 1;
    }
    assert.ok(same > 10 && others > 0, `${same} are the same, ${others} are not`);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Annotations, App, Stack, Stage } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import { uncopied } from '../../bin/bundling.ts';
import cdk from '../../cdk.json' with { type: 'json' };
import { environments } from '../../lib/environments.ts';
import { buildFunctionBundles } from '../../lib/function-bundles.ts';
import manifest from '../../package.json' with { type: 'json' };
import { stacksIn, synthesise, synthesised, synthesisedChanged } from '../helpers/synthesised.ts';

await buildFunctionBundles();

const checks = (app: App): readonly NagPack[] => [
  new AwsSolutionsChecks(app),
  new ServerlessChecks(app),
];

/** The findings of a pack, as rule and place. */
const findings = (app: App, pack: NagPack): string[] =>
  pack
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );

describe('cdk-nag', () => {
  test('would find what is wrong', () => {
    const app = new App({ context: cdk.context });
    new Bucket(new Stack(new Stage(app, 'sandbox'), 'Planted'), 'Open');
    const [solutions = assert.fail()] = checks(app);
    assert.ok(
      findings(app, solutions).includes('AwsSolutions-S10 at sandbox/Planted/Open/Resource'),
    );
  });

  test('acknowledges with sentences', async () => {
    const live = (await synthesised()).filter(({ environment }) => environment === 'live');
    const acknowledged = live.flatMap((stack) => stack.acknowledged);
    assert.ok(acknowledged.length > 0);
    for (const [rule, reason] of acknowledged) assert.match(reason, /^[A-Z].{20,}\.$/, rule);
  });
});

describe('warnings', () => {
  test('inside a stage are seen', async () => {
    const outdir = await mkdtemp(join(tmpdir(), 'warned-'));
    const app = new App({ context: cdk.context, outdir, builtinCloudFormationValidation: false });
    for (const name of ['sandbox', 'live']) {
      const stack = new Stack(new Stage(app, name), 'planted');
      if (name === 'live')
        Annotations.of(new Topic(stack, 'Topic')).addWarningV2('planted', 'Somebody planted this.');
    }
    app.synth();
    const seen = (await stacksIn(outdir)).map(({ environment, warnings }) => [
      environment,
      warnings,
    ]);
    await rm(outdir, { recursive: true });
    assert.deepEqual(seen, [
      ['sandbox', []],
      ['live', ['Somebody planted this. [ack: planted]']],
    ]);
  });

  test('there are none in any stack of ours', async () => {
    const all = [...(await synthesised()), ...(await synthesisedChanged())];
    assert.deepEqual(
      all.flatMap(({ environment, name, warnings }) =>
        warnings.map((one) => `${environment}/${name}: ${one}`),
      ),
      [],
    );
  });
});

test('a synthesis for deployment passes every check of both packs, and CloudFormation’s own', async () => {
  // Copies of the bundles are made where `npm start` synthesises.
  await synthesise({ ...uncopied, settings: {} });
});

test('likewise a synthesis with the settings that add something to a deployment', async () => {
  await synthesisedChanged();
});

test('the example of a pipeline gives commands and names environments that there are', () => {
  const said = readFileSync('docs/operate/pipeline-example.yml', 'utf8');
  const commands = [...said.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  assert.deepEqual(
    commands.filter((name) => !Object.hasOwn(manifest.scripts, name)),
    [],
  );
  const order = [
    'environment: live-diff',
    "cdk diff 'live/*'",
    'needs: diff',
    'environment: live\n',
  ];
  const places = order.map((words) => said.indexOf(words));
  assert.ok(
    !places.includes(-1) && places.every((place, at) => place > (places[at - 1] ?? 0)),
    String(places),
  );
  const named = [...said.matchAll(/(?:environment: |(?:deploy -- |cdk diff )'?)(\w+)/g)].map(
    ([, name = '']) => name,
  );
  assert.deepEqual([...new Set(named)].toSorted(), Object.keys(environments).toSorted());
});

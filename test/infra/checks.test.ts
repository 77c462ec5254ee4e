import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { App, Stack } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import cdk from '../../cdk.json' with { type: 'json' };
import { buildFunctionBundles } from '../../lib/function-bundles.ts';
import { synthesised, synthesiseToDeploy } from '../helpers/synthesised.ts';

await buildFunctionBundles();

const checks = (app: App): readonly NagPack[] => [new AwsSolutionsChecks(app), new ServerlessChecks(app)];

/** What a pack finds, as rule and place. */
const findings = (app: App, pack: NagPack): string[] =>
  pack
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );

describe('cdk-nag', () => {
  test('would find what is wrong', () => {
    const app = new App({ context: cdk.context });
    new Bucket(new Stack(app, 'Planted'), 'Open');
    const [solutions = assert.fail()] = checks(app);
    assert.ok(findings(app, solutions).includes('AwsSolutions-S10 at Planted/Open/Resource'));
  });

  test('acknowledges with sentences', async () => {
    const live = (await synthesised()).filter(({ environment }) => environment === 'live');
    const acknowledged = live.flatMap((stack) => stack.acknowledged);
    assert.ok(acknowledged.length > 0);
    for (const [rule, reason] of acknowledged) assert.match(reason, /^[A-Z].{20,}\.$/, rule);
  });
});

test('a synthesis for deployment passes every check of both packs, and CloudFormation’s own', async () => {
  await synthesiseToDeploy();
});

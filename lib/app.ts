import {
  App,
  CloudFormationValidatePlugin,
  type IPolicyValidationPlugin,
  Validations,
} from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import cdk from '../cdk.json' with { type: 'json' };
import { environmentStage } from './environment-stage.ts';
import { buildFunctionBundles, makeBundleFolders } from './function-bundles.ts';
import { type CdkContext, chosenEnvironments, isLocal } from './settings.ts';

/**
 * Synthesises the app; without a word, with the context and into the folder that the CDK's CLI names. `keepsBundles`: the
 * functions keep bundles of earlier sources, or none.
 */
export const synthesise = async (
  wanted: {
    readonly context?: CdkContext;
    readonly outdir?: string;
    readonly keepsBundles?: boolean;
  } = {},
) => {
  // The flags of cdk.json and the metadata that the CLI asks for hold also where this runs without it.
  const app = new App({
    ...(wanted.outdir !== undefined && { outdir: wanted.outdir }),
    context: {
      ...cdk.context,
      'aws:cdk:enable-asset-metadata': true,
      'aws:cdk:enable-path-metadata': true,
      ...wanted.context,
    },
    analyticsReporting: false,
    treeMetadata: false,
    builtinCloudFormationValidation: false,
  });
  const said = (name: keyof CdkContext) => app.node.tryGetContext(name);
  const context = {
    environments: said('environments'),
    settings: said('settings'),
    local: said('local'),
  };
  const environments = chosenEnvironments(context);
  if (wanted.keepsBundles) makeBundleFolders();
  else await buildFunctionBundles();
  // An assembly for this machine was checked where it was written; the checks take longer than the
  // rest.
  if (!isLocal(context)) {
    Validations.of(app).addPlugins(
      cloudFormation(),
      new AwsSolutionsChecks(app),
      new ServerlessChecks(app),
    );
  }
  for (const environment of environments) environmentStage(app, environment, environments);
  return app.synth();
};

let validator: IPolicyValidationPlugin | undefined;
/** CloudFormation's own checks. Their engine takes a second to start, so a process has one. */
const cloudFormation = (): IPolicyValidationPlugin =>
  // Its types and the interface's differ by an undefined that exactOptionalPropertyTypes minds.
  (validator ??= new CloudFormationValidatePlugin() as IPolicyValidationPlugin);

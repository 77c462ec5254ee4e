import { readFileSync } from 'node:fs';
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../environments.ts';

type ViewerFunctionProps = {
  readonly source: 'pages' | 'api' | 'located';
  /** Ends its physical name; absent: that of its source. */
  readonly name?: string;
  /** What stands above its source. */
  readonly begins?: string;
};

/** A function that CloudFront runs between a browser and the site: `lib/site/{source}.js`, below `begins`. */
export const viewerFunction = (
  scope: Construct,
  id: string,
  environment: Environment,
  { source, name = source, begins = '' }: ViewerFunctionProps,
): CloudFrontFunction => {
  const code = readFileSync(new URL(`../site/${source}.js`, import.meta.url), 'utf8');
  return new CloudFrontFunction(scope, id, {
    functionName: physicalName(environment.name, `site-${name}`),
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(`${begins}\n${code}`),
  });
};

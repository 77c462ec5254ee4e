import { readFileSync } from 'node:fs';
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../environments.ts';

/** A function that CloudFront runs for each request before anything else: `lib/site/{name}.js`, below `begins`. */
export const viewerFunction = (
  scope: Construct,
  id: string,
  environment: Environment,
  name: 'pages' | 'api',
  begins = '',
): CloudFrontFunction => {
  const source = readFileSync(new URL(`../site/${name}.js`, import.meta.url), 'utf8');
  return new CloudFrontFunction(scope, id, {
    functionName: physicalName(environment.name, `site-${name}`),
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(`${begins}\n${source}`),
  });
};

import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

/**
 * Builds a function of the baseline as CDK's NodejsFunction does: unless it is told otherwise the SDK is the runtime's, and
 * with `bundleAwsSDK` it comes with the function.
 */
export const buildBaseline = async (
  name: 'create-customer' | 'get-customer' | 'authorize-request',
  { bundleAwsSDK = false } = {},
) => {
  const outfile = join(root, '.build', 'baseline', `${name}${bundleAwsSDK ? '-with-sdk' : ''}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    ...{ outfile, bundle: true, platform: 'node', target: 'node24', format: 'cjs', logLevel: 'warning' },
    external: bundleAwsSDK ? [] : ['@aws-sdk/*', '@smithy/*'],
  });
  return outfile;
};

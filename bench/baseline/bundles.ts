import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

/** Builds the baseline's functions as CDK's NodejsFunction does unless it is told otherwise: the SDK is the runtime's. */
export const buildBaseline = async (name: 'create-customer' | 'get-customer' | 'authorize-request') => {
  const outfile = join(root, '.build', 'baseline', `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    ...{ outfile, bundle: true, platform: 'node', target: 'node24', format: 'cjs', logLevel: 'warning' },
    external: ['@aws-sdk/*', '@smithy/*'],
  });
  return outfile;
};

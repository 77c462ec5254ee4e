import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleFolder } from '../../lib/bundles.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Builds a function of the baseline as CDK's NodejsFunction does: by default the SDK is the runtime's, and
 * with `bundleAwsSDK` it comes with the function.
 */
export const buildBaseline = async (
  name: 'create-customer' | 'get-customer' | 'authorize-request',
  { bundleAwsSDK = false } = {},
) => {
  const outfile = join(root, '.build', 'baseline', `${name}${bundleAwsSDK ? '-with-sdk' : ''}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    logLevel: 'warning',
    external: bundleAwsSDK ? [] : ['@aws-sdk/*', '@smithy/*'],
  });
  return outfile;
};

/** A function of ours, and the same as most teams write it: with the SDK of the runtime, and with the SDK in its bundle. */
export type Trio = { readonly ours: string; readonly baseline: string; readonly bundled: string };

const trio = async (id: string, name: Parameters<typeof buildBaseline>[0]): Promise<Trio> => ({
  ours: resolve(bundleFolder(id), 'index.cjs'),
  baseline: await buildBaseline(name),
  bundled: await buildBaseline(name, { bundleAwsSDK: true }),
});

/** The bundles that are compared; ours were built with the assembly. */
export const contestants = async (): Promise<
  Readonly<Record<'create' | 'get' | 'authorizer', Trio>>
> => ({
  create: await trio('customers.create', 'create-customer'),
  get: await trio('customers.get', 'get-customer'),
  authorizer: await trio('authorize-request', 'authorize-request'),
});

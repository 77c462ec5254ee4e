import type { Plugin } from 'esbuild';

/**
 * An esbuild plugin: Lambda puts a function's credentials into its environment, so the AWS SDK's chain of other places
 * to look (profiles, SSO, processes, instance metadata) is left out of the bundles, 130 KB and 10 ms of each. As
 * with that chain they are read once, unless they say that they end.
 */
export const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup(build) {
    const namespace = 'environment-credentials-only';
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => {
      return { path, namespace, pluginData: resolveDir };
    });
    build.onLoad({ filter: /.*/, namespace }, ({ pluginData: resolveDir }) => ({ contents: chainOfOne, resolveDir }));
  },
};

const chainOfOne = `
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { memoize } from '@smithy/core/config';
const isPast = ({ expiration }) => expiration !== undefined && expiration.getTime() - Date.now() < 300_000;
export const defaultProvider = (init) => memoize(fromEnv(init), isPast, ({ expiration }) => expiration !== undefined);
`;

import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * What every bundle carries in place of `@aws-sdk/credential-provider-node` (lib/bundles.ts). Lambda puts the credentials of
 * a function into its environment; the SDK's other sources (profiles, SSO, processes, instance metadata) are 130 KB and 10 ms.
 */
export const defaultProvider = fromEnv;

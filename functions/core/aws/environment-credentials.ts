import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle (lib/bundles.ts). Lambda puts the credentials of a function
 * into its environment. The SDK's other sources (profiles, SSO, processes, instance metadata) are 130 KB and 10 ms.
 */
export const defaultProvider = fromEnv;

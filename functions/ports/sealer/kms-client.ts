import { KMSClient } from '@aws-sdk/client-kms';

/** Two seconds a request and three attempts: a caller waits ten seconds at most. */
export const kmsClient = (): KMSClient =>
  new KMSClient({ maxAttempts: 3, requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true } });

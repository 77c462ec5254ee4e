import { KMSClient } from '@aws-sdk/client-kms';
import { bounded } from '../../runtime/deadline.ts';

/** Two seconds a request and three attempts: a caller waits ten seconds at most. */
export const kmsClient = (): KMSClient =>
  bounded(new KMSClient({ maxAttempts: 3, requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true } }));

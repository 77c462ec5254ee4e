import { KMSClient } from '@aws-sdk/client-kms';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';

/** Opens KMS. */
export const kmsClient = (): KMSClient => bounded(new KMSClient(clientSettings));

import { KMSClient } from '@aws-sdk/client-kms';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';

let opened: KMSClient | undefined;

/** KMS, opened when it is first asked: most calls need no key, and no start should wait for it. */
export const kmsClient = (): KMSClient => {
  opened ??= bounded(new KMSClient(clientSettings));
  return opened;
};

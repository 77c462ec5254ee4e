import type { AwsService, Resource } from '../aws-service.ts';

/** KMS over the keys and aliases of the templates. `folder` keeps the key material; absent: memory. */
export const kmsService = (_options: { resources: readonly Resource[]; folder?: string | undefined }): AwsService => {
  throw new Error('not yet');
};

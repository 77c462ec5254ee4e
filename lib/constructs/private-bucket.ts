import { BlockPublicAccess, ObjectOwnership } from 'aws-cdk-lib/aws-s3';

/** What holds of every bucket: nothing of it is public, all is the account's, and it takes TLS only. */
export const privateBucket = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
};

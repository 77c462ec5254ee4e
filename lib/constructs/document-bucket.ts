import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket, type CfnBucket, type CorsRule, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { documentBucket, type Environment } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { encryptedBucket } from './removal.ts';

/**
 * The bucket that documents are uploaded to: private, TLS only, encrypted with the environment's key, every version
 * kept. It publishes what arrives to EventBridge's default bus.
 */
export const documentsIn = (
  scope: Construct,
  environment: Environment,
  encryptionKey: IKey,
): Bucket => {
  const documentsDays = environment.retention?.documentsDays;
  const made = new Bucket(scope, 'Documents', {
    bucketName: documentBucket(environment, Stack.of(scope).account),
    ...encryptedBucket(environment, encryptionKey),
    cors: crossOrigin(environment),
    lifecycleRules: [
      { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      {
        id: 'what-was-deleted',
        noncurrentVersionExpiration: Duration.days(deleted_days),
        expiredObjectDeleteMarker: true,
      },
      ...(documentsDays === undefined
        ? []
        : [{ id: 'what-is-old', expiration: Duration.days(documentsDays) }]),
    ],
  });
  // The property `eventBridgeEnabled` of Bucket would add a custom resource, whose function is nobody's.
  (made.node.defaultChild as CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  acknowledge(made, {
    'AwsSolutions-S1':
      'Access logs would hold the signed links of uploads; CloudTrail data events record who touched what without them.',
  });
  return made;
};

/** The site's pages follow signed links: they put a file there, and show one. */
const crossOrigin = ({ dashboardOrigin }: Environment): CorsRule[] =>
  dashboardOrigin === undefined
    ? []
    : [
        {
          id: 'dashboard',
          allowedOrigins: [dashboardOrigin],
          allowedMethods: [HttpMethods.GET, HttpMethods.PUT],
          allowedHeaders: ['content-type', 'if-none-match'],
          maxAge: 3600,
        },
      ];

/** How long what was deleted by mistake can be brought back. */
const deleted_days = 30;

import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Aws, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { administerBusiness } from '../functions/app/jobs/jobs.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { privateBucket } from './constructs/removal.ts';
import {
  documentBucket,
  type Environment,
  functionName,
  physicalName,
  service,
  trailBucket,
} from './environments.ts';
import { arn, serviceStack } from './service-stack.ts';

/**
 * CloudTrail's record of who changed the account, touched documents and gave the commands of
 * `npm run ops -- business`. It stays for as many days in a bucket from which nobody removes
 * anything before: neither the application nor its administrators can change it. It does not record
 * reads of the account (decryptions too), items of tables, messages, other functions and buckets,
 * other regions, and global services such as IAM.
 */
export const trailStack = (scope: Construct, environment: Environment, days: number): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'trail',
    `Changes of the account, access to documents and administration of ${service} ${environment.name}, kept unchanged; no reads ` +
      'of the account, no items of tables, no other region, no global services',
  );
  const trailName = physicalName(environment.name, 'trail');
  const bucket = lockedBucket(stack, environment, days);
  for (const statement of writing(bucket, arn(stack, 'cloudtrail', 'trail', trailName)))
    bucket.addToResourcePolicy(statement);
  const documents = `arn:${Aws.PARTITION}:s3:::${documentBucket(environment, stack.account)}/`;
  const administer = arn(
    stack,
    'lambda',
    'function',
    functionName(environment.name, administerBusiness.id),
  );
  const trail = new CfnTrail(stack, 'Trail', {
    trailName,
    isLogging: true,
    s3BucketName: bucket.bucketName,
    enableLogFileValidation: true,
    isMultiRegionTrail: false,
    includeGlobalServiceEvents: false,
    advancedEventSelectors: [
      // EventBridge gets only what a trail records: the alarm on keys rests on it.
      {
        name: 'What was changed in the account',
        fieldSelectors: [
          { field: 'eventCategory', equalTo: ['Management'] },
          { field: 'readOnly', equalTo: ['false'] },
        ],
      },
      recorded('Who touched documents', 'AWS::S3::Object', { startsWith: [documents] }),
      recorded('Who administered businesses', 'AWS::Lambda::Function', { equalTo: [administer] }),
    ],
  });
  // CloudTrail asks whether it may write before it begins.
  if (bucket.policy) trail.node.addDependency(bucket.policy);
  return stack;
};

/** Selects every data event on resources of one type. */
const recorded = (
  name: string,
  type: string,
  which: { startsWith: string[] } | { equalTo: string[] },
) => ({
  name,
  fieldSelectors: [
    { field: 'eventCategory', equalTo: ['Data'] },
    { field: 'resources.type', equalTo: [type] },
    { field: 'resources.ARN', ...which },
  ],
});

/**
 * The permissions that CloudTrail needs on a bucket, for this trail alone. The bucket's owner owns
 * each object that CloudTrail writes.
 */
const writing = (bucket: Bucket, trailArn: string): PolicyStatement[] =>
  [
    ['s3:GetBucketAcl', bucket.bucketArn],
    ['s3:PutObject', bucket.arnForObjects('AWSLogs/*')],
  ].map(
    ([action = '', resource = '']) =>
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudtrail.amazonaws.com')],
        actions: [action],
        resources: [resource],
        conditions: { StringEquals: { 'aws:SourceArn': trailArn } },
      }),
  );

const lockedBucket = (stack: Stack, environment: Environment, days: number): Bucket => {
  const made = new Bucket(stack, 'Records', {
    bucketName: trailBucket(environment, stack.account),
    encryption: BucketEncryption.S3_MANAGED,
    ...privateBucket,
    versioned: true,
    objectLockEnabled: true,
    objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(days)),
    lifecycleRules: [
      {
        id: 'after-its-time',
        expiration: Duration.days(days + 1),
        noncurrentVersionExpiration: Duration.days(1),
      },
    ],
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  acknowledge(made, {
    'AwsSolutions-S1': 'It holds records of access itself; nobody but CloudTrail writes there.',
  });
  return made;
};

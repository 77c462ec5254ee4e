import { alias } from '../../local/test/helpers/data-resources.ts';
import { arnOf, policyFor, ruleIn } from '../../local/test/helpers/event-templates.ts';
import { queueIn } from '../../local/test/helpers/queue-machine.ts';
import type { Small } from '../../local/test/helpers/small-assembly.ts';

/** The bucket of documents in the small template. */
export const bucket = 'test-sandbox-documents';
/** A bucket without events, and that is closed to everybody by its own policy. */
export const closed = 'test-sandbox-closed';

const allow = (Action: string | string[], Resource: unknown, Condition?: object) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition && { Condition }),
});

const inside = (name: string) => ({ 'Fn::Join': ['', [arnOf(name), '/*']] });

const throughStorage = {
  StringEquals: { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' },
  'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias },
};

const statements = [
  allow(['s3:PutObject', 's3:GetObject', 's3:GetObjectVersion'], inside('Documents')),
  allow('s3:ListBucket', arnOf('Documents')),
  allow('s3:PutObject', inside('Closed')),
  allow(
    ['kms:GenerateDataKey', 'kms:Decrypt'],
    'arn:aws:kms:eu-west-1:000000000000:key/*',
    throughStorage,
  ),
];

const versioned = { VersioningConfiguration: { Status: 'Enabled' } };

/** Bucket, key, queue, rule and a function, as lib makes them. */
export const storageTemplate = (): Required<Pick<Small, 'resources' | 'functions'>> => ({
  resources: {
    Key: { Type: 'AWS::KMS::Key', Properties: { EnableKeyRotation: true } },
    Alias: { Type: 'AWS::KMS::Alias', Properties: { AliasName: alias, TargetKeyId: arnOf('Key') } },
    Documents: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        BucketName: bucket,
        ...versioned,
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            {
              ServerSideEncryptionByDefault: {
                SSEAlgorithm: 'aws:kms',
                KMSMasterKeyID: arnOf('Key'),
              },
            },
          ],
        },
        NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      },
    },
    Closed: { Type: 'AWS::S3::Bucket', Properties: { BucketName: closed, ...versioned } },
    DocumentsPolicy: bucketPolicy('Documents', { Bool: { 'aws:SecureTransport': 'false' } }),
    ClosedPolicy: bucketPolicy('Closed'),
    Queue: queueIn('documents'),
    Rule: ruleIn(
      {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: [bucket, closed] } },
      },
      { Arn: arnOf('Queue') },
      {},
    ),
    QueuePolicy: policyFor('Queue', 'Rule'),
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: 'small',
        Policies: [{ PolicyName: 'permissions', PolicyDocument: { Statement: statements } }],
      },
    },
  },
  functions: {
    inspector: {
      source: 'exports.handler = async () => process.env;',
      properties: {
        Environment: {
          Variables: {
            DOCUMENT_BUCKET: { Ref: 'Documents' },
            DOCUMENT_BUCKET_URL: { 'Fn::Sub': `https://${bucket}.s3.eu-west-1.amazonaws.com` },
          },
        },
      },
    },
  },
});

const bucketPolicy = (name: string, Condition?: object) => ({
  Type: 'AWS::S3::BucketPolicy',
  Properties: {
    Bucket: { Ref: name },
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 's3:*',
          Resource: [arnOf(name), inside(name)],
          ...(Condition && { Condition }),
        },
      ],
    },
  },
});

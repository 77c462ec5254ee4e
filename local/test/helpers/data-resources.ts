import type { Resource } from '../../aws-service.ts';

/** The table with an index, a customer-managed key and a stream. */
export const notes = 'test-sandbox-notes';
/** The table with an expiry and no key of ours. */
export const leases = 'test-sandbox-leases';
export const alias = 'alias/test-sandbox';
export const keyId = '11111111-2222-4333-8444-555555555555';
export const macKeyId = '66666666-7777-4888-8999-000000000000';

/** The arn of a table. */
export const tableArn = (table: string): string =>
  `arn:aws:dynamodb:eu-west-1:000000000000:table/${table}`;

/** A resource as the assembly resolves it; its name is also its logical id. */
export const resource = (
  type: string,
  name: string,
  properties: Record<string, unknown>,
): Resource => ({
  environment: 'sandbox',
  stack: 'test-sandbox-data',
  region: 'eu-west-1',
  logicalId: name,
  physicalId: name,
  type,
  properties,
});

/** Two tables, a symmetric key with an alias, a key for MACs. */
export const dataResources = (): Resource[] => [
  resource('AWS::KMS::Key', keyId, { EnableKeyRotation: true }),
  resource('AWS::KMS::Alias', alias, { AliasName: alias, TargetKeyId: keyArn(keyId) }),
  resource('AWS::KMS::Key', macKeyId, { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }),
  resource('AWS::KMS::Alias', `${alias}-mac`, { TargetKeyId: macKeyId }),
  notesTable(),
  resource('AWS::DynamoDB::Table', leases, {
    TableName: leases,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [text('pk')],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    TimeToLiveSpecification: { AttributeName: 'expires_at_s', Enabled: true },
  }),
];

/** The notes table, with this sort key of its index: another makes another shape. */
export const notesTable = (sort = 'sk'): Resource =>
  resource('AWS::DynamoDB::GlobalTable', notes, {
    TableName: notes,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...new Set(['pk', 'sk', 'author', sort])].map(text),
    KeySchema: keySchema('pk', 'sk'),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by_author',
        KeySchema: keySchema('author', sort),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title'] },
      },
    ],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    Replicas: [{ Region: 'eu-west-1', SSESpecification: { KMSMasterKeyId: keyArn(keyId) } }],
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
  });

/** A function with a role that has one inline policy of these statements. */
export const lambda = (name: string, statements: readonly object[]): Resource[] => [
  resource('AWS::IAM::Role', `${name}-role`, {
    RoleName: `${name}-role`,
    Policies: [
      { PolicyName: 'needs', PolicyDocument: { Version: '2012-10-17', Statement: statements } },
    ],
  }),
  resource('AWS::Lambda::Function', name, {
    FunctionName: name,
    Role: `arn:aws:iam::000000000000:role/${name}-role`,
  }),
];

/** An Allow statement. */
export const allow = (
  action: string | string[],
  on: string | string[],
  condition?: object,
): object => ({
  Effect: 'Allow',
  Action: action,
  Resource: on,
  ...(condition && { Condition: condition }),
});

/** The statement that a customer-managed key needs for a table: these actions, and only by way of DynamoDB. */
export const throughDynamoDb = (actions: string[]): object =>
  allow(actions, 'arn:aws:kms:eu-west-1:000000000000:key/*', {
    StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' },
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias },
  });

export const readingKey = ['kms:Decrypt', 'kms:DescribeKey'];
export const writingKey = [
  ...readingKey,
  'kms:Encrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' });

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

/** The arn of a key. */
export const keyArn = (id: string): string => `arn:aws:kms:eu-west-1:000000000000:key/${id}`;

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tables } from '../../functions/store/table.ts';
import { ofType, type SynthesisedStack, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();
const stacks = all.filter(({ name }) => name === 'data');

/** CloudFormation replaces a resource whose logical id changes: these are never renamed, only added to. */
const statefulIds = {
  AccessTable13A21DD9: 'AWS::DynamoDB::GlobalTable',
  ResourcesTable39E758A1: 'AWS::DynamoDB::GlobalTable',
  OutboxTable0731F305: 'AWS::DynamoDB::GlobalTable',
  DeliveriesTable5841210B: 'AWS::DynamoDB::GlobalTable',
  IdempotencyTable22A5A209: 'AWS::DynamoDB::GlobalTable',
  Key961B73FD: 'AWS::KMS::Key',
  KeyAlias910D852D: 'AWS::KMS::Alias',
  Documents7E5B2978: 'AWS::S3::Bucket',
  FingerprintKey750E39FE: 'AWS::KMS::Key',
  FingerprintKeyAliasD79CAE95: 'AWS::KMS::Alias',
  CursorKey255E8F8A: 'AWS::KMS::Key',
  CursorKeyAliasDF02FF7A: 'AWS::KMS::Alias',
  TaxIdKey107DD99C: 'AWS::KMS::Key',
  TaxIdKeyAlias9EBFF47B: 'AWS::KMS::Alias',
  WebhookKeyFF363931: 'AWS::KMS::Key',
  WebhookKeyAlias4D63C570: 'AWS::KMS::Alias',
  IssuerTable384ECB5F: 'AWS::DynamoDB::GlobalTable',
  IssuerKeyE2710D4D: 'AWS::KMS::Key',
  IssuerKeyAlias587F23D9: 'AWS::KMS::Alias',
  AlarmKeyE05DE300: 'AWS::KMS::Key',
  Alarms04B5A0BF: 'AWS::SNS::Topic',
};

/** Without these nothing that was sealed or fingerprinted is of use, and a simulated card has another number. */
const keptKeys = [
  'Key961B73FD',
  'TaxIdKey107DD99C',
  'WebhookKeyFF363931',
  'FingerprintKey750E39FE',
  'IssuerKeyE2710D4D',
];

/** Queues hold messages on their way, and a name cannot be taken by a new one while the old one is there. */
const namedIds = {
  BusEA82B648: 'AWS::Events::EventBus',
  cardsmissedQueueB6469E9A: 'AWS::SQS::Queue',
  cardsqueueQueue17B2750A: 'AWS::SQS::Queue',
  cardsqueuecardsfailedQueue022981E9: 'AWS::SQS::Queue',
  deliverqueueQueue14B6142B: 'AWS::SQS::Queue',
  deliverqueuedeliverfailedQueueAEC5F759: 'AWS::SQS::Queue',
  relayeventsfailedQueue0E811740: 'AWS::SQS::Queue',
  documentsmissedQueue2530A934: 'AWS::SQS::Queue',
  documentsqueueQueue9D00E0ED: 'AWS::SQS::Queue',
  documentsqueuedocumentsfailedQueue61F96EA5: 'AWS::SQS::Queue',
  identitymissedQueue52B99C15: 'AWS::SQS::Queue',
  identityqueueQueue00D244D2: 'AWS::SQS::Queue',
  identityqueueidentityfailedQueue72FA34B4: 'AWS::SQS::Queue',
  webhooksmissedQueue76826ABB: 'AWS::SQS::Queue',
  redactionsqueueQueueD3149480: 'AWS::SQS::Queue',
  redactionsqueueredactionsfailedQueue693829B5: 'AWS::SQS::Queue',
  webhooksqueueQueueA3040F54: 'AWS::SQS::Queue',
  webhooksqueuewebhooksfailedQueue7DCBDDE0: 'AWS::SQS::Queue',
};

test('the people of the dashboard keep their pool and its client their logical ids, and outlive the stack', () => {
  const signIn = all.find(({ name }) => name === 'sign-in') ?? assert.fail();
  const [[poolId, pool] = assert.fail()] = ofType(signIn, 'AWS::Cognito::UserPool');
  const [[clientId] = assert.fail()] = ofType(signIn, 'AWS::Cognito::UserPoolClient');
  assert.deepEqual([poolId, clientId], ['PeopleE38C8D03', 'PeopleSite03BCE618']);
  assert.deepEqual([pool.DeletionPolicy, pool.Properties.DeletionProtection], ['RetainExceptOnCreate', 'ACTIVE']);
});

for (const stack of all.filter(({ name }) => name === 'events')) {
  test(`the bus and the queues of ${stack.environment} keep their logical ids`, () => {
    const types = ['AWS::Events::EventBus', 'AWS::SQS::Queue'];
    const found = Object.entries(stack.resources).filter(([, { Type }]) => types.includes(Type));
    assert.deepEqual(Object.fromEntries(found.map(([id, { Type }]) => [id, Type]).sort()), sorted(namedIds));
  });
}

for (const stack of stacks) {
  describe(`what must survive in ${stack.environment}`, () => {
    test('stateful resources keep the logical ids they were born with', () => {
      const types = new Set(Object.values(statefulIds));
      const found = Object.entries(stack.resources).filter(([, { Type }]) => types.has(Type));
      assert.deepEqual(Object.fromEntries(found.map(([id, { Type }]) => [id, Type]).sort()), sorted(statefulIds));
    });

    for (const [name, shape] of Object.entries(tables)) {
      test(`the table ${name} has the keys, indexes, stream and expiry of its declaration`, () => {
        const { properties } = tableOf(stack, name);
        const { sort, indexes, expires, stream } = shape as Shape;
        assert.deepEqual(keysOf(properties), sort ? ['pk', 'sk'] : ['pk']);
        const found = (properties.GlobalSecondaryIndexes ?? []).map((index: Index) => [index.IndexName, viewOf(index)]);
        const declared = Object.entries(indexes).map(([index, { partition, sort, include }]) => {
          const projected = include.length > 0 ? { ProjectionType: 'INCLUDE', NonKeyAttributes: include } : keysOnly;
          return [index, { keys: [partition, sort], projected }];
        });
        assert.deepEqual(Object.fromEntries(found), Object.fromEntries(declared));
        assert.equal(properties.TimeToLiveSpecification?.AttributeName, expires);
        assert.equal(properties.StreamSpecification?.StreamViewType, stream ? 'NEW_IMAGE' : undefined);
      });

      test(`the table ${name} is on demand, encrypted, recoverable, and kept where it must be`, () => {
        const { properties, deletionPolicy } = tableOf(stack, name);
        const [replica] = properties.Replicas;
        const live = stack.environment === 'live';
        assert.equal(properties.BillingMode, 'PAY_PER_REQUEST');
        assert.deepEqual(replica.SSESpecification.KMSMasterKeyId, { 'Fn::GetAtt': ['Key961B73FD', 'Arn'] });
        assert.equal(replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled, true);
        assert.equal(replica.DeletionProtectionEnabled, live);
        assert.equal(deletionPolicy, live ? 'RetainExceptOnCreate' : 'Delete');
      });
    }

    test('keys rotate where KMS can, and what is sealed stays readable when the live stack goes', () => {
      for (const [id, key] of ofType(stack, 'AWS::KMS::Key'))
        assert.equal(
          key.Properties.EnableKeyRotation,
          key.Properties.KeyUsage === 'GENERATE_VERIFY_MAC' ? undefined : true,
          id,
        );
      for (const id of keptKeys)
        assert.equal(
          stack.resources[id]?.DeletionPolicy,
          stack.environment === 'live' ? 'RetainExceptOnCreate' : 'Delete',
          id,
        );
    });

    test('the alarm topic is encrypted, takes TLS only and lets CloudWatch of this account publish', () => {
      const [[, topic] = assert.fail()] = ofType(stack, 'AWS::SNS::Topic');
      const [[, policy] = assert.fail()] = ofType(stack, 'AWS::SNS::TopicPolicy');
      assert.deepEqual(topic.Properties.KmsMasterKeyId, { 'Fn::GetAtt': ['AlarmKeyE05DE300', 'Arn'] });
      const [deny, allow] = policy.Properties.PolicyDocument.Statement;
      assert.deepEqual([deny.Effect, deny.Condition], ['Deny', { Bool: { 'aws:SecureTransport': 'false' } }]);
      assert.deepEqual([allow.Effect, allow.Principal], ['Allow', { Service: 'cloudwatch.amazonaws.com' }]);
      assert.deepEqual(allow.Condition, { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } });
    });
  });
}

type Shape = {
  readonly sort: boolean;
  readonly indexes: Record<string, { partition: string; sort: string; include: readonly string[] }>;
  readonly expires?: string;
  readonly stream?: true;
};

type Key = { AttributeName: string };
type Index = { IndexName: string; KeySchema: Key[]; Projection: object };

const keysOnly = { ProjectionType: 'KEYS_ONLY' };

const keysOf = ({ KeySchema }: { KeySchema: Key[] }): string[] => KeySchema.map((key) => key.AttributeName);

const viewOf = (index: Index) => ({ keys: keysOf(index), projected: index.Projection });

const sorted = (ids: Record<string, string>) => Object.fromEntries(Object.entries(ids).sort());

const tableOf = (stack: SynthesisedStack, name: string) => {
  const physical = `financial-services-${stack.environment}-${name}`;
  const found = ofType(stack, 'AWS::DynamoDB::GlobalTable').find(([, one]) => one.Properties.TableName === physical);
  if (!found) throw new Error(`The template has no table ${physical}.`);
  return { properties: found[1].Properties, deletionPolicy: found[1].DeletionPolicy };
};

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ofType, synthesised } from '../helpers/synthesised.ts';

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
  });
}

const sorted = (ids: Record<string, string>) => Object.fromEntries(Object.entries(ids).sort());

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { App, Stack } from 'aws-cdk-lib/core';
import settings from '../../cdk.json' with { type: 'json' };
import type { Needs } from '../../functions/contract/route.ts';
import { fanOutEvent } from '../../functions/contract/workers.ts';
import { consumer } from '../../lib/constructs/consumer.ts';
import { environments } from '../../lib/environments.ts';
import { uploadedDocuments } from '../../lib/event-sources.ts';
import { addresses, grants } from '../../lib/grants.ts';
import { policyOf, queueAt } from '../helpers/event-wiring.ts';
import { grantsFor, variablesFor } from '../helpers/expected-grants.ts';
import { ofType, type SynthesisedStack, synthesised } from '../helpers/synthesised.ts';
import { permissionsOf } from '../helpers/template-functions.ts';

for (const stack of (await synthesised()).filter(({ name }) => name === 'data')) {
  const [[id, { Properties: bucket, DeletionPolicy }] = assert.fail(), ...others] = ofType(stack, 'AWS::S3::Bucket');

  describe(`the bucket of documents in ${stack.environment}`, () => {
    test('is the only one, and called as no other account can call its own', () => {
      assert.deepEqual(others, []);
      const name = ['', [`financial-services-${stack.environment}-documents-`, { Ref: 'AWS::AccountId' }]];
      assert.deepEqual(bucket.BucketName, { 'Fn::Join': name });
    });

    test('is closed to the public and to access lists', () => {
      const closed = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];
      const all = Object.fromEntries(closed.map((way) => [way, true]));
      assert.deepEqual(bucket.PublicAccessBlockConfiguration, all);
      assert.deepEqual(bucket.OwnershipControls.Rules, [{ ObjectOwnership: 'BucketOwnerEnforced' }]);
    });

    test('takes TLS only and grants nobody anything', () => {
      const [[, policy] = assert.fail(), ...more] = ofType(stack, 'AWS::S3::BucketPolicy');
      assert.deepEqual([more, policy.Properties.Bucket], [[], { Ref: id }]);
      const arn = { 'Fn::GetAtt': [id, 'Arn'] };
      const tls = {
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 's3:*',
        Resource: [arn, { 'Fn::Join': ['', [arn, '/*']] }],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      };
      assert.deepEqual(policy.Properties.PolicyDocument.Statement, [tls]);
    });

    test('is encrypted with the key of the environment, one call of it for many objects', () => {
      assert.deepEqual(bucket.BucketEncryption.ServerSideEncryptionConfiguration, [
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: {
            SSEAlgorithm: 'aws:kms',
            KMSMasterKeyID: { 'Fn::GetAtt': ['Key961B73FD', 'Arn'] },
          },
        },
      ]);
    });

    test('keeps every version, and for thirty days what was deleted', () => {
      assert.equal(bucket.VersioningConfiguration.Status, 'Enabled');
      const rules = bucket.LifecycleConfiguration.Rules.map(
        ({ Id: _, Status, ...rule }: { Id: string; Status: string }) => {
          assert.equal(Status, 'Enabled');
          return rule;
        },
      );
      assert.deepEqual(rules, [
        { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
        { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, ExpiredObjectDeleteMarker: true },
      ]);
      assert.equal(DeletionPolicy, stack.environment === 'live' ? 'RetainExceptOnCreate' : 'Delete');
    });

    test('tells the default bus of what comes, without a function of somebody else', () => {
      assert.deepEqual(bucket.NotificationConfiguration, {
        EventBridgeConfiguration: { EventBridgeEnabled: true },
      });
    });
  });
}

const anApp = () => new App({ context: settings.context });

const noStack: SynthesisedStack = {
  environment: 'sandbox',
  name: 'one',
  terminationProtection: false,
  after: [],
  refusals: [],
  warnings: [],
  acknowledged: [],
  text: '',
  resources: {},
  parameters: {},
};

const uses = ['upload', 'find', 'read', 'read_version', 'list'] as const;

describe('a function that may use documents', () => {
  for (const documents of [...uses.map((use) => [use]), uses]) {
    const needs: Needs = { documents };

    test(`to ${documents.join(', ')} gets those actions, the key by way of storage, and the address`, () => {
      const stack = new Stack(anApp(), 'one', { env: { region: 'eu-west-1' } });
      const Statement = stack.resolve(grants(stack, environments.sandbox, needs).map((one) => one.toStatementJson()));
      const Policies = [{ PolicyDocument: { Statement } }];
      const role = { Type: 'AWS::IAM::Role', Properties: { Policies } };
      assert.deepEqual(permissionsOf(role).sort(), grantsFor(noStack, needs).sort());
      const told = stack.resolve(addresses(stack, environments.sandbox, needs));
      assert.deepEqual(told, variablesFor(noStack, needs));
    });
  }
});

describe('a worker that hears of uploaded documents', () => {
  const worker = { ...fanOutEvent, needs: { documents: ['read'] } } as const;
  const app = anApp();
  const scope = new Stack(app, 'one', { env: { region: 'eu-west-1' } });
  const topic = Topic.fromTopicArn(scope, 'Alarms', 'arn:aws:sns:eu-west-1:000000000000:alarms');
  const hears = uploadedDocuments(scope, environments.sandbox);
  consumer(scope, environments.sandbox, { worker, queue: 'documents', oldest_seconds: 300, hears, topic });
  const { Resources: resources } = app.synth().getStackByName(scope.stackName).template;
  const stack = { ...noStack, resources };
  const [[rule, { Properties }] = assert.fail()] = ofType(stack, 'AWS::Events::Rule');

  test('is woken by objects created in exactly this bucket, on the default bus', () => {
    const name = { 'Fn::Join': ['', ['financial-services-sandbox-documents-', { Ref: 'AWS::AccountId' }]] };
    assert.equal(Properties.EventBusName, undefined);
    assert.deepEqual(Properties.EventPattern, {
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: [name] } },
    });
  });

  test('gets the key alone, through its own queue, which nobody else may fill', () => {
    const [target] = Properties.Targets;
    assert.equal(queueAt(stack, target.Arn), 'financial-services-sandbox-documents');
    assert.equal(queueAt(stack, target.DeadLetterConfig.Arn), 'financial-services-sandbox-documents-missed');
    assert.deepEqual(target.InputTransformer, {
      InputPathsMap: { key: '$.detail.object.key' },
      InputTemplate: '{"key":<key>}',
    });
    const [queue] = target.Arn['Fn::GetAtt'];
    const [, fromRule, ...more] = policyOf(stack, queue);
    assert.deepEqual(more, []);
    assert.deepEqual(fromRule?.Principal, { Service: 'events.amazonaws.com' });
    assert.deepEqual(fromRule?.Condition, { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule, 'Arn'] } } });
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const all = await synthesised();
const [trail = assert.fail('live has no trail')] = all.filter(({ name }) => name === 'trail');
const [[bucketId, bucket] = assert.fail()] = ofType(trail, 'AWS::S3::Bucket');

test('live alone has a trail, after its data', () => {
  assert.deepEqual([trail.environment, trail.terminationProtection], ['live', true]);
  assert.ok(trail.after.includes('data'));
  assert.equal(all.filter(({ name }) => name === 'trail').length, 1);
});

test('it records who touched documents and who administered businesses, and seals what it records', () => {
  const [[, { Properties }] = assert.fail()] = ofType(trail, 'AWS::CloudTrail::Trail');
  assert.deepEqual([Properties.IsLogging, Properties.EnableLogFileValidation], [true, true]);
  assert.deepEqual(Properties.S3BucketName, { Ref: bucketId });
  const told = JSON.stringify(Properties.AdvancedEventSelectors);
  assert.equal(Properties.AdvancedEventSelectors.length, 2);
  assert.match(told, /AWS::S3::Object.*financial-services-live-documents-/);
  assert.match(told, /AWS::Lambda::Function.*financial-services-live-administer-business/);
});

test('into a bucket from which nobody takes anything before its time', () => {
  const { ObjectLockEnabled, ObjectLockConfiguration, VersioningConfiguration } = bucket.Properties;
  const { trailDays } = environments.live;
  assert.equal(ObjectLockEnabled, true);
  assert.deepEqual(ObjectLockConfiguration.Rule, { DefaultRetention: { Days: trailDays, Mode: 'COMPLIANCE' } });
  assert.equal(VersioningConfiguration.Status, 'Enabled');
  assert.equal(bucket.DeletionPolicy, 'RetainExceptOnCreate');
});

test('where CloudTrail alone writes, and for this trail alone', () => {
  const [[, policy] = assert.fail()] = ofType(trail, 'AWS::S3::BucketPolicy');
  const allowed = policy.Properties.PolicyDocument.Statement.filter(
    ({ Effect }: { Effect: string }) => Effect === 'Allow',
  );
  assert.deepEqual(
    allowed.map(({ Action, Principal }: { Action: string; Principal: object }) => [Action, Principal]),
    ['s3:GetBucketAcl', 's3:PutObject'].map((action) => [action, { Service: 'cloudtrail.amazonaws.com' }]),
  );
  for (const { Condition } of allowed)
    assert.match(JSON.stringify(Condition.StringEquals['aws:SourceArn']), /:trail\/financial-services-live-trail/);
});

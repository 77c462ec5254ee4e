import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoredTables } from '../../bin/ops/restore/tables.ts';
import { environments } from '../../lib/environments.ts';
import { patternOf } from '../../local/patterns.ts';
import { assertDeployable } from '../helpers/deploying-policy.ts';
import { backupSettings } from '../helpers/settings-of-variants.ts';
import { ofType, synthesised, synthesisedChanged, textOf } from '../helpers/synthesised.ts';

const stacks = await synthesisedChanged();
const stack = stacks.find(({ name }) => name === 'backups') ?? assert.fail();
const [[, vault] = assert.fail()] = ofType(stack, 'AWS::Backup::BackupVault');

test('the setting copies every table that is restored to the vaults that it names, for so many days', () => {
  const [[, plan] = assert.fail()] = ofType(stack, 'AWS::Backup::BackupPlan');
  const [rule] = plan.Properties.BackupPlan.BackupPlanRule;
  assert.deepEqual(rule.CopyActions, [
    {
      DestinationBackupVaultArn: backupSettings.copyTo[0],
      Lifecycle: { DeleteAfterDays: backupSettings.keptDays },
    },
  ]);
  assert.equal(vault.DeletionPolicy, 'RetainExceptOnCreate');
  const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::Backup::BackupSelection');
  const tables = Properties.BackupSelection.Resources.map(textOf).map((one: string) =>
    one.split('-live-').at(-1),
  );
  assert.deepEqual(tables.toSorted(), restoredTables.toSorted());
});

test('only the account of the vault reads with the key, and AWS Backup takes on the role', () => {
  const [[, key] = assert.fail()] = ofType(stack, 'AWS::KMS::Key');
  const foreign = key.Properties.KeyPolicy.Statement.filter(
    ({ Principal }: { Principal: { AWS: unknown } }) =>
      textOf(Principal.AWS).includes('210987654321'),
  );
  assert.deepEqual(
    foreign.map(({ Action, Condition }: { Action: unknown; Condition: unknown }) => [
      Action,
      Condition,
    ]),
    [
      [['kms:Decrypt', 'kms:DescribeKey'], undefined],
      ['kms:CreateGrant', { Bool: { 'kms:GrantIsForAWSResource': 'true' } }],
    ],
  );
  const [[, role] = assert.fail()] = ofType(stack, 'AWS::IAM::Role');
  const [{ Principal }] = role.Properties.AssumeRolePolicyDocument.Statement;
  assert.deepEqual(Principal, { Service: 'backup.amazonaws.com' });
});

test('a backup or a copy that did not succeed waits in a queue, which rings', () => {
  const [[, rule] = assert.fail()] = ofType(stack, 'AWS::Events::Rule');
  const [[roleId] = assert.fail()] = ofType(stack, 'AWS::IAM::Role');
  const pattern = JSON.parse(
    JSON.stringify(rule.Properties.EventPattern),
    (_, value) => value?.['Fn::GetAtt']?.[0] ?? value,
  );
  const matches = patternOf(pattern, 'the rule of failures');
  const event = (job: 'Backup' | 'Copy', state: string, iamRoleArn = roleId) => ({
    source: 'aws.backup',
    'detail-type': `${job} Job State Change`,
    detail: { state, iamRoleArn, resourceType: 'DynamoDB', statusMessage: 'Access denied' },
  });
  for (const job of ['Backup', 'Copy'] as const) {
    for (const state of ['FAILED', 'ABORTED', 'EXPIRED'])
      assert.ok(matches(event(job, state)), `${job} ${state}`);
    for (const state of ['CREATED', 'RUNNING', 'COMPLETED'])
      assert.ok(!matches(event(job, state)), `${job} ${state}`);
    assert.ok(!matches(event(job, 'FAILED', 'arn:aws:iam::123456789012:role/another')));
  }
  const [{ Arn }] = rule.Properties.Targets;
  const queueId = Arn['Fn::GetAtt'][0];
  const [[, alarm] = assert.fail()] = ofType(stack, 'AWS::CloudWatch::Alarm');
  assert.equal(
    stack.resources[queueId]?.Properties.QueueName,
    'financial-services-live-backups-failed',
  );
  assert.deepEqual(alarm.Properties.Dimensions, [
    { Name: 'QueueName', Value: { 'Fn::GetAtt': [queueId, 'QueueName'] } },
  ]);
});

test('without the setting there is none', async () => {
  assert.deepEqual(
    (await synthesised()).filter(({ name }) => name === 'backups'),
    [],
  );
});

test('the policies of a deployment cover it', () => assertDeployable(environments.live, stacks));

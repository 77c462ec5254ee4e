import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoredTables } from '../../bin/restore/tables.ts';
import { ofType, synthesised, synthesiseToDeploy, textOf } from '../helpers/synthesised.ts';

const copyTo = ['arn:aws:backup:us-east-1:210987654321:backup-vault:copies'];
const stacks = await synthesiseToDeploy({ live: { account: '123456789012', backup: { copyTo, keptDays: 14 } } });
const stack = stacks.find(({ name }) => name === 'backups') ?? assert.fail();
const [[, vault] = assert.fail()] = ofType(stack, 'AWS::Backup::BackupVault');

test('the setting copies every table that is restored to the vaults that it names, for so many days', () => {
  const [[, plan] = assert.fail()] = ofType(stack, 'AWS::Backup::BackupPlan');
  const [rule] = plan.Properties.BackupPlan.BackupPlanRule;
  assert.deepEqual(rule.CopyActions, [{ DestinationBackupVaultArn: copyTo[0], Lifecycle: { DeleteAfterDays: 14 } }]);
  assert.equal(vault.DeletionPolicy, 'RetainExceptOnCreate');
  const [[, { Properties }] = assert.fail()] = ofType(stack, 'AWS::Backup::BackupSelection');
  const tables = Properties.BackupSelection.Resources.map(textOf).map((one: string) => one.split('-live-').at(-1));
  assert.deepEqual(tables.toSorted(), restoredTables.toSorted());
});

test('only the account of the vault reads with the key, and AWS Backup takes on the role', () => {
  const [[, key] = assert.fail()] = ofType(stack, 'AWS::KMS::Key');
  const foreign = key.Properties.KeyPolicy.Statement.filter(({ Principal }: { Principal: { AWS: unknown } }) =>
    textOf(Principal.AWS).includes('210987654321'),
  );
  assert.deepEqual(
    foreign.map(({ Action, Condition }: { Action: unknown; Condition: unknown }) => [Action, Condition]),
    [
      [['kms:Decrypt', 'kms:DescribeKey'], undefined],
      ['kms:CreateGrant', { Bool: { 'kms:GrantIsForAWSResource': 'true' } }],
    ],
  );
  const [[, role] = assert.fail()] = ofType(stack, 'AWS::IAM::Role');
  const [{ Principal }] = role.Properties.AssumeRolePolicyDocument.Statement;
  assert.deepEqual(Principal, { Service: 'backup.amazonaws.com' });
});

test('without the setting there is none', async () => {
  assert.deepEqual(
    (await synthesised()).filter(({ name }) => name === 'backups'),
    [],
  );
});

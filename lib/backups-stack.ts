import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from 'aws-cdk-lib/aws-backup';
import {
  AccountPrincipal,
  ManagedPolicy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Duration, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { TableName } from '../functions/core/dynamodb/keys.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { existingAlarmTopic } from './constructs/alarm.ts';
import { eventAlarm } from './constructs/event-alarm.ts';
import { removal } from './constructs/removal.ts';
import { type Environment, globalName, keyAlias, physicalName, service } from './environments.ts';
import { arn, serviceStack } from './service-stack.ts';

/** The tables without which there is no service. The log of requests is not copied. */
const copiedTables: readonly TableName[] = [
  'access',
  'resources',
  'outbox',
  'deliveries',
  'idempotency',
  'issuer',
];

/**
 * AWS Backup of the tables each night, copied to vaults of other regions or accounts. A backup here is only what a copy is made of, so
 * it ends after a week; point-in-time recovery serves this region. The tables of one night are minutes apart.
 */
export const backupsStack = (
  scope: Construct,
  environment: Environment,
  { copyTo, keptDays = 35 }: NonNullable<Environment['backup']>,
): Stack => {
  const { name } = environment;
  const stack = serviceStack(
    scope,
    environment,
    'backups',
    `Copies of the tables of ${service} ${name} elsewhere`,
  );
  const vault = new CfnBackupVault(stack, 'Vault', {
    backupVaultName: physicalName(name, 'tables'),
    encryptionKeyArn: vaultKey(stack, environment, copyTo).keyArn,
  });
  vault.applyRemovalPolicy(removal(environment));
  const plan = new CfnBackupPlan(stack, 'Plan', {
    backupPlan: {
      backupPlanName: physicalName(name, 'tables'),
      backupPlanRule: [
        {
          ruleName: 'nightly',
          targetBackupVault: vault.ref,
          scheduleExpression: 'cron(0 3 * * ? *)',
          lifecycle: { deleteAfterDays: Math.min(7, keptDays) },
          copyActions: copyTo.map((destinationBackupVaultArn) => ({
            destinationBackupVaultArn,
            lifecycle: { deleteAfterDays: keptDays },
          })),
        },
      ],
    },
  });
  const role = copier(stack, environment);
  new CfnBackupSelection(stack, 'Tables', {
    backupPlanId: plan.ref,
    backupSelection: {
      selectionName: 'tables',
      iamRoleArn: role.roleArn,
      resources: copiedTables.map((table) =>
        arn(stack, 'dynamodb', 'table', physicalName(name, table)),
      ),
    },
  });
  failureAlarm(stack, environment, role);
  return stack;
};

/**
 * Rings when a backup or a copy of a table did not succeed. AWS Backup sends nothing where no job begins at all.
 * States and fields: https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html
 */
const failureAlarm = (stack: Stack, environment: Environment, role: Role): void =>
  eventAlarm(stack, environment, {
    id: 'Failures',
    name: 'backups-failed',
    description: 'Backups and copies of the tables that did not succeed',
    means:
      'A backup or a copy of a table failed: the message names the table and the reason. Last night is not elsewhere.',
    eventPattern: {
      source: ['aws.backup'],
      'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
      detail: {
        state: ['ABORTED', 'EXPIRED', 'FAILED'],
        iamRoleArn: [role.roleArn],
      },
    },
    topic: existingAlarmTopic(stack, environment),
  });

/** The key of the vault. AWS Backup of an account that is copied to reads with it, and nobody else there. */
const vaultKey = (stack: Stack, environment: Environment, copyTo: readonly string[]): Key => {
  const key = new Key(stack, 'Key', {
    description: `Encrypts the backups of ${service} ${environment.name}`,
    alias: keyAlias(environment.name, 'backups'),
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: removal(environment),
  });
  const accounts = new Set(copyTo.flatMap((vault) => vault.split(':')[4] ?? []));
  for (const account of accounts) {
    if (account === environment.account) continue;
    const principals = [new AccountPrincipal(account)];
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:Decrypt', 'kms:DescribeKey'],
        resources: ['*'],
      }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:CreateGrant'],
        resources: ['*'],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
  }
  return key;
};

/** AWS Backup reads the tables with it. It may not restore: that is done with an operator's credentials. */
const copier = (stack: Stack, environment: Environment): Role => {
  const policy = 'service-role/AWSBackupServiceRolePolicyForBackup';
  const role = new Role(stack, 'Role', {
    roleName: globalName(environment, 'backup'),
    description: 'AWS Backup copies the tables with it',
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
  });
  acknowledge(role, {
    [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`]:
      'It is what AWS keeps in step with what AWS Backup does; only that service takes on the role.',
  });
  return role;
};

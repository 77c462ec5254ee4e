import assert from 'node:assert/strict';
import { deployedBy, executionPolicies, uncoveredTypes } from '../../lib/deploying-policy.ts';
import { type Environment, physicalName } from '../../lib/environments.ts';
import { type Resource, type SynthesisedStack, textOf } from './synthesised.ts';

/** The ARN of a resource with a physical name, without partition, region and account; undefined: AWS makes the id. */
const arnsOf: Readonly<Record<string, (properties: Resource['Properties']) => string>> = {
  'AWS::CloudFront::Function': ({ Name }) => `cloudfront:function/${Name}`,
  'AWS::CloudTrail::Trail': ({ TrailName }) => `cloudtrail:trail/${TrailName}`,
  'AWS::CloudWatch::Alarm': ({ AlarmName }) => `cloudwatch:alarm:${AlarmName}`,
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) => `cloudwatch:dashboard/${DashboardName}`,
  'AWS::CodeDeploy::Application': ({ ApplicationName }) =>
    `codedeploy:application:${ApplicationName}`,
  'AWS::DynamoDB::GlobalTable': ({ TableName }) => `dynamodb:table/${TableName}`,
  'AWS::Events::EventBus': ({ Name }) => `events:event-bus/${Name}`,
  'AWS::Events::Rule': ({ Name }) => `events:rule/${Name}`,
  'AWS::IAM::Role': ({ RoleName = '{stack}-LogAccountRole' }) => `iam:role/${RoleName}`,
  'AWS::KMS::Alias': ({ AliasName }) => `kms:${AliasName}`,
  'AWS::Lambda::Function': ({ FunctionName }) => `lambda:function:${FunctionName}`,
  'AWS::Logs::LogGroup': ({ LogGroupName }) => `logs:log-group:${textOf(LogGroupName)}`,
  'AWS::S3::Bucket': ({ BucketName }) => `s3:${textOf(BucketName)}`,
  'AWS::SNS::Topic': ({ TopicName }) => `sns:${TopicName}`,
  'AWS::SQS::Queue': ({ QueueName }) => `sqs:${QueueName}`,
  'AWS::SSM::Parameter': ({ Name }) => `ssm:parameter${Name}`,
  'AWS::Backup::BackupVault': ({ BackupVaultName }) => `backup:backup-vault:${BackupVaultName}`,
};

/** Whether a pattern of ARNs matches what `arnsOf` says. */
const covers = (pattern: string, name: string): boolean => {
  const [, , service, , , ...path] = pattern.split(':');
  return new RegExp(
    `^${RegExp.escape(`${service}:${path.join(':')}`).replaceAll('\\*', '.*')}$`,
  ).test(name);
};

/** Asserts that the policies of a deployment cover the type and the name of everything in an environment's stacks. */
export const assertDeployable = (
  environment: Environment,
  stacks: readonly SynthesisedStack[],
): void => {
  const own = stacks.filter((stack) => stack.environment === environment.name);
  const deployed = deployedBy(own.map(({ resources }) => ({ Resources: resources })));
  assert.deepEqual(uncoveredTypes(deployed), []);
  const patterns = executionPolicies(environment, deployed).flatMap(({ Statement }) =>
    Statement.flatMap(({ Resource }) => Resource.filter((one) => one !== '*')),
  );
  const names: string[] = own
    .flatMap(({ resources }) =>
      Object.values(resources).flatMap(({ Type, Properties }) => arnsOf[Type]?.(Properties) ?? []),
    )
    .map((name) => name.replace('{stack}', physicalName(environment.name, 'api')));
  assert.ok(names.length > 200, `only ${names.length} names were found`);
  assert.deepEqual(
    names.filter((name) => !patterns.some((pattern) => covers(pattern, name))),
    [],
  );
};

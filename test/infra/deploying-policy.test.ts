import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployingActions } from '../../lib/deploying-actions.ts';
import {
  deployedBy,
  deployerPolicy,
  executionPolicies,
  policy_characters_max,
  uncoveredTypes,
} from '../../lib/deploying-policy.ts';
import { environments } from '../../lib/environments.ts';
import { assertDeployable } from '../helpers/deploying-policy.ts';
import { synthesised, synthesisedChanged } from '../helpers/synthesised.ts';

const plain = await synthesised();
const changed = await synthesisedChanged();
const { live, sandbox } = environments;
const deployedTo = (environment: string) =>
  deployedBy(
    plain
      .filter((stack) => stack.environment === environment)
      .map(({ resources }) => ({ Resources: resources })),
  );
const policies = [live, sandbox].flatMap((one) => executionPolicies(one, deployedTo(one.name)));

test('the policies of a deployment cover each type and each name of the templates', () => {
  for (const environment of [live, sandbox]) {
    assertDeployable(environment, plain);
    assertDeployable(environment, changed);
  }
});

test('a type that the table lacks is named', () => {
  const planted = {
    Resources: { Stream: { Type: 'AWS::Kinesis::Stream' }, Queue: { Type: 'AWS::SQS::Queue' } },
  };
  assert.deepEqual(uncoveredTypes(deployedBy([planted])), ['AWS::Kinesis::Stream']);
});

test('the table has no type that no template has', () => {
  const types = new Set(
    [...plain, ...changed].flatMap(({ resources }) =>
      Object.values(resources).map(({ Type }) => Type),
    ),
  );
  const others = Object.keys(deployingActions).filter((type) => !types.has(type));
  assert.deepEqual(others, []);
});

test('no action of a deployment reaches roles or data of other products', () => {
  const statements = policies.flatMap(({ Statement }) => Statement);
  assert.ok(statements.length > 40);
  for (const { Action, Resource } of statements) {
    assert.doesNotMatch(Action.join(' '), /(^| |:)\*/);
    if (/\b(iam|dynamodb|sqs|s3|sns|ssm|logs):(?!Describe|Get|Unsub|Set)/.test(Action.join(' ')))
      for (const arn of Resource)
        assert.match(
          arn,
          /financial-services|API-Gateway-Execution-Logs_|hnb659fds/,
          Action.join(' '),
        );
  }
});

test('roles are passed to the services that the templates trust, and to no others', () => {
  const [passing] = executionPolicies(live, deployedTo('live'))
    .flatMap(({ Statement }) => Statement)
    .filter(({ Action }) => Action.includes('iam:PassRole'));
  assert.deepEqual(
    passing?.Resource,
    ['', '*-LogAccountRole'].map((name) => `arn:aws:iam::*:role/financial-services-live-${name}*`),
  );
  assert.deepEqual(passing?.Condition, {
    StringEquals: {
      'iam:PassedToService': [
        'apigateway.amazonaws.com',
        'codedeploy.amazonaws.com',
        'lambda.amazonaws.com',
      ],
    },
  });
});

test('each policy is as short as IAM requires', () => {
  for (const one of policies) assert.ok(JSON.stringify(one).length <= policy_characters_max);
});

test('the policy of who deploys assumes the roles of the bootstrap and reads the secrets of providers', () => {
  const onfido = {
    region: 'eu',
    tokenSecret: 'identity/token',
    webhookSecret: 'identity/webhook',
  } as const;
  const { Statement } = deployerPolicy({ ...live, account: '123456789012', onfido });
  const resources = Statement.flatMap(({ Resource }) => Resource);
  assert.deepEqual(
    Statement.map(({ Action }) => Action.join(' ')),
    [
      ...[
        'sts:AssumeRole',
        'lambda:GetAccountSettings',
        'lambda:GetFunctionConcurrency',
        's3:ListBucket',
      ],
      ...['secretsmanager:GetSecretValue', 's3:PutObject'],
    ],
  );
  assert.ok(
    resources.includes(
      'arn:aws:iam::123456789012:role/cdk-hnb659fds-deploy-role-123456789012-eu-west-1',
    ),
  );
  assert.ok(
    resources.includes(
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:identity/token-??????',
    ),
  );
});

import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { acknowledge, wildcardFinding } from './constructs/acknowledge.ts';
import { deployedByCanary } from './deployment-alarms.ts';
import {
  deploymentApplication,
  type Environment,
  functionName,
  globalName,
  physicalName,
  service,
} from './environments.ts';
import { arn, serviceStack } from './service-stack.ts';

/**
 * How new versions of functions take over: a deployment group for each, with the alarms that take a version back. Apart from the
 * functions, of whose stacks they would be a third, and before them. A group takes one deployment at a time.
 */
export const deploymentsStack = (
  scope: Construct,
  environment: Environment,
  canary: NonNullable<Environment['canary']>,
): Stack => {
  const { name } = environment;
  const stack = serviceStack(
    scope,
    environment,
    'deployments',
    `How new versions of the functions of ${service} ${name} take over`,
  );
  const applicationName = deploymentApplication(name);
  const application = new CfnApplication(stack, 'Functions', {
    applicationName,
    computePlatform: 'Lambda',
  });
  const { roleArn } = deployer(stack, environment);
  for (const { id, alarms } of deployedByCanary(environment)) {
    new CfnDeploymentGroup(new Construct(stack, id), 'Group', {
      applicationName: application.ref,
      deploymentGroupName: functionName(name, id),
      serviceRoleArn: roleArn,
      deploymentConfigName: `CodeDeployDefault.Lambda${canary}`,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      autoRollbackConfiguration: { enabled: true, events },
      alarmConfiguration: {
        // An alarm may still be on when its repair is deployed, and would roll the repair back.
        enabled: canary !== 'AllAtOnce',
        alarms: alarms.map((ending) => ({ name: physicalName(name, ending) })),
      },
    });
  }
  return stack;
};

/** Without the last a deployment that a person stopped would leave the alias between two versions. */
const events = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'];

/** CodeDeploy moves aliases of this environment's functions with it, and asks for the states of alarms. */
const deployer = (stack: Stack, environment: Environment): Role => {
  const functions = arn(stack, 'lambda', 'function', functionName(environment.name, '*'));
  const role = new Role(stack, 'Deployer', {
    roleName: globalName(environment, 'codedeploy'),
    description: 'CodeDeploy moves the aliases of functions with it',
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      deploy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: [
              'lambda:GetAlias',
              'lambda:UpdateAlias',
              'lambda:GetProvisionedConcurrencyConfig',
            ],
            resources: [functions],
          }),
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  });
  acknowledge(role, {
    [wildcardFinding(stack, functions)]:
      'It is every function of this environment, whose names begin like this.',
    'AwsSolutions-IAM5[Resource::*]':
      'CodeDeploy asks for the states of several alarms at once, and learns nothing else.',
  });
  return role;
};

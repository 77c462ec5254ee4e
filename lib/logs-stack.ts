import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { removal } from './constructs/removal.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { type Environment, logGroupName, physicalName, service } from './environments.ts';

/** Where each function writes its lines. No role may make a log group, so they are there before the functions. */
export const logsStack = (scope: Construct, environment: Environment): Stack => {
  const stack = new Stack(scope, 'logs', {
    stackName: physicalName(environment.name, 'logs'),
    description: `Log groups of the functions of ${service} ${environment.name}`,
    terminationProtection: environment.protectData,
  });
  for (const { id } of deployedFunctions(environment))
    new LogGroup(stack, id, {
      logGroupName: logGroupName(environment.name, id),
      retention: environment.logRetentionDays,
      removalPolicy: removal(environment),
    });
  return stack;
};

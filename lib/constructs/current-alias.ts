import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Stack } from 'aws-cdk-lib/core';
import {
  currentAlias,
  deploymentApplication,
  type Environment,
  functionName,
} from '../environments.ts';

/**
 * In an environment with a canary, the alias of a function's version; undefined in others. Every
 * caller names the alias. The function's deployment group moves it at each deployment of another
 * version.
 */
export const currentAliasOf = (made: LambdaFunction, { name, canary }: Environment, id: string) => {
  if (!canary) return undefined;
  const { functionName: of, currentVersion } = made;
  const alias = new CfnAlias(made, 'Current', {
    functionName: of,
    functionVersion: currentVersion.version,
    name: currentAlias,
  });
  alias.cfnOptions.updatePolicy = {
    codeDeployLambdaAliasUpdate: {
      applicationName: deploymentApplication(name),
      deploymentGroupName: functionName(name, id),
    },
  };
  return alias;
};

/**
 * Lets at most so many functions of a stack be deployed at a time. Each deployment asks Lambda and
 * CloudWatch on its own, and an account may ask them 15 and 9 times a second. CodeDeploy fails a
 * deployment whose request was refused for that.
 */
export const deployInTurns = (stack: Stack): void => {
  const aliases = stack.node.findAll().filter((one): one is CfnAlias => one instanceof CfnAlias);
  const moved = aliases.filter(({ name }) => name === currentAlias);
  for (const [at, alias] of moved.entries()) {
    const before = moved[at - deployments_max];
    if (before) alias.addResourceDependency(before);
  }
};

const deployments_max = 20;

import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Stack } from 'aws-cdk-lib/core';
import {
  currentAlias,
  deploymentApplication,
  type Environment,
  functionName,
} from '../environments.ts';

/**
 * In an environment with a canary, the alias of a function's version by which everything calls it, and which each deployment of
 * another version moves by the function's deployment group; undefined in others.
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
 * Lets at most so many functions of a stack be deployed at a time. Each deployment asks Lambda and CloudWatch on its own, which
 * answer 15 and 9 such requests a second in an account, and CodeDeploy fails a deployment that was refused for that.
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

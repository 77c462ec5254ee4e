import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Stack } from 'aws-cdk-lib/core';
import { currentAlias, deploymentApplication, type Environment, functionName } from '../environments.ts';

/**
 * What calls a function names: the function, or in an environment with a canary the alias of its version, which each
 * deployment of another version moves by the function's deployment group.
 */
export const calledArn = (made: LambdaFunction, environment: Environment, id: string): string => {
  if (!environment.canary) return made.functionArn;
  const known = made.node.tryFindChild(aliasId) as CfnAlias | undefined;
  return (known ?? aliasOf(made, environment, id)).ref;
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

const aliasId = 'Current';

const aliasOf = (made: LambdaFunction, { name }: Environment, id: string): CfnAlias => {
  const { functionName: of, currentVersion } = made;
  const alias = new CfnAlias(made, aliasId, {
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

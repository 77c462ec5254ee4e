import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { currentAlias, type Environment, physicalName } from '../environments.ts';
import { arn } from '../service-stack.ts';

/**
 * One role with which API Gateway calls exactly an API's functions, instead of a permission for every method; `called` are
 * their names, with an alias where they are called by one.
 */
export const callerRole = (
  stack: Stack,
  environment: Environment,
  { name, called }: { readonly name: string; readonly called: readonly string[] },
): Role =>
  new Role(stack, 'Caller', {
    // Another name where it grants aliases: the role of before stays until the stage no longer calls what that one grants.
    roleName: physicalName(environment.name, environment.canary ? `${name}-${currentAlias}` : name),
    description: 'API Gateway calls the functions of the API with it',
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      call: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: called.map((one) => arn(stack, 'lambda', 'function', one)),
          }),
        ],
      }),
    },
  });

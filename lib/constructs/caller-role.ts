import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import { arn } from '../arn.ts';
import { type Environment, functionName, physicalName } from '../environments.ts';

/** One role with which API Gateway calls exactly an API's functions, instead of a permission for every method. */
export const callerRole = (
  stack: Stack,
  environment: Environment,
  { name, called }: { readonly name: string; readonly called: readonly string[] },
): Role =>
  new Role(stack, 'Caller', {
    roleName: physicalName(environment.name, name),
    description: 'API Gateway calls the functions of the API with it',
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      call: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: called.map((id) => arn(stack, 'lambda', 'function', functionName(environment.name, id))),
          }),
        ],
      }),
    },
  });

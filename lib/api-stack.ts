import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { administerBusiness, authorizeRequest } from '../functions/contract/workers.ts';
import { apiAlarms } from './api-alarms.ts';
import { arn } from './arn.ts';
import { endpointGroup } from './constructs/endpoint-group.ts';
import { keyAuthorizer } from './constructs/key-authorizer.ts';
import { serviceApi } from './constructs/service-api.ts';
import { serviceFunction } from './constructs/service-function.ts';
import { type Environment, functionName, physicalName, service } from './environments.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { calledByApi, type DeployedRoute, deployedRoutes } from './route-functions.ts';
import { usagePlans } from './usage-plans.ts';

/** The public API: stage, authorizer, a group of endpoints for each noun, and the function that operators call. */
export const apiStack = (scope: Construct, environment: Environment): Stack => {
  const stack = new Stack(scope, 'api', {
    stackName: physicalName(environment.name, 'api'),
    description: `Public API of ${service} ${environment.name}`,
    terminationProtection: environment.protectData,
  });
  const api = serviceApi(stack, environment);
  const credentials = callerRole(stack, environment);
  const authorize = serviceFunction(new Construct(stack, authorizeRequest.id), environment, {
    ...authorizeRequest,
    ...(environment.authorizerConcurrency && { reservedConcurrency: environment.authorizerConcurrency }),
  });
  const authorizer = keyAuthorizer(stack, { environment: environment.name, api, authorize, credentials });
  gatewayResponses(api);
  usagePlans(stack, environment, api);
  const functions = new Map<string, readonly LambdaFunction[]>();
  for (const [noun, deployed] of byNoun(deployedRoutes(environment))) {
    const props = { api, noun, deployed, authorizer, credentials };
    functions.set(noun, endpointGroup(stack, environment, props));
  }
  functions.set('workers', [administration(stack, environment)]);
  apiAlarms(stack, environment, { api, authorize, functions });
  return stack;
};

/** Nothing calls it but operators with credentials of the account: no API leads to it. */
const administration = (stack: Stack, environment: Environment): LambdaFunction =>
  serviceFunction(new Construct(stack, administerBusiness.id), environment, administerBusiness);

/** One role with which API Gateway calls exactly the API's functions, instead of a permission for every method. */
const callerRole = (stack: Stack, environment: Environment): Role => {
  const called = [authorizeRequest.id, ...calledByApi(environment)];
  return new Role(stack, 'Caller', {
    roleName: physicalName(environment.name, 'api-gateway'),
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
};

const byNoun = (all: readonly DeployedRoute[]): Map<string, DeployedRoute[]> =>
  Map.groupBy(all, ({ route }) => route.id.split('.')[0] ?? '');

import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { authorizeOperator } from '../functions/jobs/jobs.ts';
import { apiAlarms } from './api-alarms.ts';
import { apiMethod } from './constructs/api-method.ts';
import { calledArn, deployInTurns } from './constructs/called-arn.ts';
import { callerRole } from './constructs/caller-role.ts';
import { serviceApi } from './constructs/service-api.ts';
import { serviceFunction } from './constructs/service-function.ts';
import { bearerTokens, tokenAuthorizer } from './constructs/token-authorizer.ts';
import { endpointFunctions } from './endpoint-functions.ts';
import { calledName, dashboardApiParameter, type Environment, service } from './environments.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { calledFrom, deployedRoutes, isReachable, resourcesOf } from './route-functions.ts';
import { arn, serviceStack } from './service-stack.ts';
import { tokensOf } from './sign-in.ts';
import { dashboardPlan } from './usage-plans.ts';

/** The dashboard's API: another endpoint to the functions of the public API, and the functions that only people call. */
export const dashboardStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(scope, environment, 'dashboard', `Dashboard API of ${service} ${environment.name}`);
  const api = serviceApi(stack, environment, {
    name: 'dashboard',
    description: `The API of the dashboard of ${service} ${environment.name}`,
    throttle: environment.dashboardThrottle,
    caller: { operator_id: '$context.authorizer.operator_id', operator_role: '$context.authorizer.operator_role' },
    exceptions: {
      'AwsSolutions-APIG3': 'The stage is throttled, and what does not look like a token starts nothing.',
    },
  });
  const ids = [authorizeOperator.id, ...calledFrom(environment, 'dashboard')];
  const called = ids.map((id) => calledName(environment, id));
  const credentials = callerRole(stack, environment, { name: 'dashboard-gateway', called });
  const { issuer, clientId } = tokensOf(stack, environment);
  const authorize = serviceFunction(new Construct(stack, authorizeOperator.id), environment, {
    ...authorizeOperator,
    variables: { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId },
  });
  const asked = calledArn(authorize, environment, authorizeOperator.id);
  const authorizer = tokenAuthorizer(stack, environment, bearerTokens, { api, functionArn: asked, credentials });
  dashboardPlan(stack, environment, api);
  gatewayResponses(api, 'Sign in again: the dashboard sends the token that you get for it.');
  const callers = 'The authorizer of the stage checks the tokens of the pool, and what the business may do here.';
  const functions = new Map<string, readonly LambdaFunction[]>();
  const own = new Map<string, LambdaFunction>();
  for (const [resourceType, deployed] of resourcesOf(environment, 'dashboard')) {
    const made = endpointFunctions(stack, environment, resourceType, deployed);
    functions.set(resourceType, [...made.values()]);
    for (const [id, one] of made) own.set(id, one);
  }
  for (const { route, served } of deployedRoutes(environment)) {
    if (!isReachable(route, 'dashboard')) continue;
    const made = own.get(served.id);
    const functionArn = made
      ? calledArn(made, environment, served.id)
      : arn(stack, 'lambda', 'function', calledName(environment, served.id));
    apiMethod(route, functionArn, { api, authorizer, credentials, callers, counted: true });
  }
  apiAlarms(stack, environment, { what: 'dashboard', api, authorize, functions });
  deployInTurns(stack);
  new StringParameter(stack, 'Host', {
    parameterName: dashboardApiParameter(environment.name),
    description: 'The host of the API of the dashboard, whose stage is v1',
    stringValue: `${api.restApiId}.execute-api.${stack.region}.${stack.urlSuffix}`,
  });
  return stack;
};

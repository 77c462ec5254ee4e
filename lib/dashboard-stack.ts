import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { authorizeOperator } from '../functions/app/jobs/jobs.ts';
import { apiAlarms } from './api-alarms.ts';
import { apiMethod } from './constructs/api-method.ts';
import { callerRoles } from './constructs/caller-role.ts';
import { serviceApi } from './constructs/service-api.ts';
import { bearerTokens, tokenAuthorizer } from './constructs/token-authorizer.ts';
import { calledName, dashboardApiParameter, type Environment, service } from './environments.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { deployedRoutes, isReachable } from './route-functions.ts';
import { calledArn, serviceStack } from './service-stack.ts';
import { dashboardPlan } from './usage-plans.ts';

/** The dashboard's API: another endpoint to the functions of the public API, and to those that only people call. */
export const dashboardStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'dashboard',
    `Dashboard API of ${service} ${environment.name}`,
  );
  const api = serviceApi(stack, environment, {
    name: 'dashboard',
    description: `The API of the dashboard of ${service} ${environment.name}`,
    throttle: environment.dashboardThrottle,
    caller: {
      operator_id: '$context.authorizer.operator_id',
      operator_role: '$context.authorizer.operator_role',
    },
    exceptions: {
      'AwsSolutions-APIG3':
        'The stage is throttled, and what does not look like a token starts nothing.',
    },
  });
  const credentials = callerRoles(stack, environment, 'dashboard', {
    authorizer: calledName(environment, authorizeOperator.id),
  });
  const authorizer = tokenAuthorizer(stack, environment, bearerTokens, {
    api,
    functionArn: calledArn(stack, environment, authorizeOperator.id),
    credentials: credentials.reading,
  });
  dashboardPlan(stack, environment, api);
  gatewayResponses(
    api,
    environment,
    'Sign in again: the dashboard sends the token that you get for it.',
  );
  const callers =
    'The authorizer of the stage checks the tokens of the pool, and what the business may do here.';
  for (const { route, served } of deployedRoutes(environment))
    if (isReachable(route, 'dashboard'))
      apiMethod(route, calledArn(stack, environment, served.id), {
        api,
        authorizer,
        credentials,
        callers,
      });
  apiAlarms(stack, environment, 'dashboard', api);
  new StringParameter(stack, 'Host', {
    parameterName: dashboardApiParameter(environment.name),
    description: 'The host of the API of the dashboard, whose stage is v1',
    stringValue: `${api.restApiId}.execute-api.${stack.region}.${stack.urlSuffix}`,
  });
  return stack;
};

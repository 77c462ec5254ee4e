import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { administerBusiness, authorizeRequest, receiveStripe } from '../functions/jobs/jobs.ts';
import { apiAlarms } from './api-alarms.ts';
import { apiMethod, otherMethods, receivingMethod } from './constructs/api-method.ts';
import { calledArn, deployInTurns } from './constructs/called-arn.ts';
import { callerRole } from './constructs/caller-role.ts';
import { baseAddress, type ServiceApiProps, serviceApi } from './constructs/service-api.ts';
import { serviceFunction } from './constructs/service-function.ts';
import { secretKeys, tokenAuthorizer } from './constructs/token-authorizer.ts';
import { endpointFunctions } from './endpoint-functions.ts';
import { apiParameter, calledName, type Environment, functionName, service, stripeLimits } from './environments.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { administration, calledFrom, deployedRoutes, isReachable, resourcesOf } from './route-functions.ts';
import { serviceStack } from './service-stack.ts';
import { usagePlans } from './usage-plans.ts';

/** The public API: stage, authorizer, a group of endpoints for each resource, and the function that operators call. */
export const apiStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(scope, environment, 'api', `Public API of ${service} ${environment.name}`);
  const api = serviceApi(stack, environment, publicApi(environment));
  const stripe = stripeLimits(environment);
  const receivers = stripe ? [{ worker: receiveStripe, ...stripe }] : [];
  const warm = environment.stripe?.provisionedConcurrency;
  const named = [authorizeRequest.id, ...calledFrom(environment, 'api')].map((id) => calledName(environment, id));
  const received = receivers.map(({ worker: { id } }) =>
    warm ? `${functionName(environment.name, id)}:${warmAlias}` : calledName(environment, id),
  );
  const called = [...named, ...received];
  const credentials = callerRole(stack, environment, { name: 'api-gateway', called });
  const authorize = serviceFunction(new Construct(stack, authorizeRequest.id), environment, {
    ...authorizeRequest,
    ...(environment.authorizerConcurrency && { reservedConcurrency: environment.authorizerConcurrency }),
  });
  const functionArn = calledArn(authorize, environment, authorizeRequest.id);
  const authorizer = tokenAuthorizer(stack, environment, secretKeys(environment.name), {
    api,
    functionArn,
    credentials,
  });
  gatewayResponses(api);
  if (environment.webAcl) guarded(stack, api, environment.webAcl);
  usagePlans(stack, environment, api);
  const functions = new Map<string, readonly LambdaFunction[]>();
  const open = deployedRoutes(environment).filter(({ route }) => isReachable(route, 'api'));
  for (const [resourceType, deployed] of resourcesOf(environment, 'api')) {
    const made = endpointFunctions(stack, environment, resourceType, deployed);
    functions.set(resourceType, [...made.values()]);
    for (const { route, served } of deployed) {
      const one = made.get(served.id);
      const arn = one && calledArn(one, environment, served.id);
      if (arn && isReachable(route, 'api'))
        apiMethod(route, arn, { api, authorizer, credentials, callers, counted: true });
    }
  }
  for (const [path, some = []] of Object.entries(Object.groupBy(open, ({ route }) => route.path)))
    otherMethods(
      api,
      path,
      some.map(({ route }) => route.method),
    );
  // Nothing calls it but operators with credentials of the account: no API leads to it.
  const administer = new Construct(stack, administerBusiness.id);
  const workers = [serviceFunction(administer, environment, administration(environment))];
  for (const { worker, path, reservedConcurrency } of receivers) {
    const made = serviceFunction(new Construct(stack, worker.id), environment, { ...worker, reservedConcurrency });
    const arn = warm ? keptWarm(made, warm) : calledArn(made, environment, worker.id);
    receivingMethod(api, path, arn, credentials);
    workers.push(made);
  }
  functions.set('workers', workers);
  apiAlarms(stack, environment, { what: 'api', api, authorize, functions });
  deployInTurns(stack);
  new StringParameter(stack, 'BaseAddress', {
    parameterName: apiParameter(environment.name),
    description: 'The base address that programs call',
    stringValue: baseAddress(api, environment.apiDomain),
  });
  return stack;
};

/** What WAF refuses comes to no function. */
const guarded = (stack: Stack, { deploymentStage }: RestApi, webAclArn: string): void => {
  new CfnWebACLAssociation(stack, 'WebAcl', { webAclArn, resourceArn: deploymentStage.stageArn });
};

/**
 * So many executions of a function are kept warm: the arn of an alias of its deployed version, for which alone that can be. It
 * moves at once, when the new version is warm: Lambda takes no weights on such an alias.
 */
const keptWarm = ({ functionName, currentVersion }: LambdaFunction, provisionedConcurrentExecutions: number): string =>
  new CfnAlias(currentVersion, 'Warm', {
    ...{ functionName, functionVersion: currentVersion.version, name: warmAlias },
    provisionedConcurrencyConfig: { provisionedConcurrentExecutions },
  }).ref;

const warmAlias = 'warm';

const callers = 'Callers are programs with API keys; the authorizer of the stage checks them.';

const publicApi = (environment: Environment): ServiceApiProps => ({
  name: 'api',
  description: `The public API of ${service} ${environment.name}`,
  throttle: environment.throttle,
  events: stripeLimits(environment),
  ...(environment.apiDomain && { domain: environment.apiDomain }),
  caller: { key_id: '$context.authorizer.key_id' },
  logsFirst: true,
  exceptions: {
    'AwsSolutions-APIG3':
      'Callers are servers with keys; the stage is throttled, and what does not look like a key starts nothing.',
  },
});

import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { authorizeOperator, authorizeRequest } from '../functions/jobs/jobs.ts';
import type { Route } from '../functions/route.ts';
import { existingAlarmTopic, functionAlarms } from './constructs/alarm.ts';
import { currentAliasOf, deployInTurns } from './constructs/current-alias.ts';
import { type ServiceFunctionProps, serviceFunction } from './constructs/service-function.ts';
import { type Environment, service } from './environments.ts';
import { type Receiver, receiversOf, warmAlias } from './receivers.ts';
import { type DeployedRoute, type Door, resourcesOf } from './route-functions.ts';
import { serviceStack } from './service-stack.ts';
import { tokensOf } from './sign-in.ts';

/** What the alarms call the function that checks the callers of an API. */
export const authorizerOf = { api: 'authorizer', dashboard: 'dashboard-authorizer' } as const;

/**
 * The functions of an API's routes, its authorizer, and alarms on their errors. Apart from the API, which calls them by their
 * names: CloudFormation takes 500 resources in a stack, and a function with its version and alias is three.
 */
export const functionsStack = (scope: Construct, environment: Environment, door: Door): Stack => {
  const what = { api: 'public API', dashboard: 'dashboard API' }[door];
  const stack = serviceStack(
    scope,
    environment,
    `${door}-functions`,
    `Functions of the ${what} of ${service} ${environment.name}`,
  );
  const made: (readonly [what: string, functions: readonly LambdaFunction[]])[] = [
    [authorizerOf[door], [authorizer(stack, environment, door)]],
    ...resourcesOf(environment, door).map(
      ([resourceType, deployed]) =>
        [resourceType, functionsOf(new Construct(stack, resourceType), environment, deployed)] as const,
    ),
    ...(door === 'api' ? receiversOf(environment) : []).map(
      (receiver) => [receiver.worker.id, [received(stack, environment, receiver)]] as const,
    ),
  ];
  const home = new Construct(stack, 'Watch');
  const topic = existingAlarmTopic(home, environment);
  // By resource: an alarm for each function would be a fourth resource of it.
  for (const [what, functions] of made) functionAlarms(home, environment, { what, functions, topic });
  deployInTurns(stack);
  return stack;
};

/** The functions of the routes of one resource. Several routes can have one function. */
const functionsOf = (
  group: Construct,
  environment: Environment,
  deployed: readonly DeployedRoute[],
): readonly LambdaFunction[] => {
  const served = new Map<string, Route>(deployed.map((one) => [one.served.id, one.served]));
  return [...served.values()].map(({ id, summary, permissions }) => {
    const home = new Construct(group, id.split('.')[1] ?? '');
    return calledFunction(home, environment, { id, summary, permissions, ...ofRoutes });
  });
};

/** Memory is processor time: below a gigabyte the first call through TLS takes longer than all the rest of a start. */
const ofRoutes = { timeout_seconds: 10, memory_mb: 1024 };

const authorizer = (stack: Stack, environment: Environment, door: Door): LambdaFunction => {
  if (door === 'api') {
    const { authorizerConcurrency: reservedConcurrency } = environment;
    const props = { ...authorizeRequest, ...(reservedConcurrency && { reservedConcurrency }) };
    return calledFunction(new Construct(stack, authorizeRequest.id), environment, props);
  }
  const { issuer, clientId } = tokensOf(stack, environment);
  const variables = { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId };
  return calledFunction(new Construct(stack, authorizeOperator.id), environment, { ...authorizeOperator, variables });
};

/** A function that is called by what `calledName` says: with a canary, by the alias of its version. */
const calledFunction = (scope: Construct, environment: Environment, props: ServiceFunctionProps): LambdaFunction => {
  const made = serviceFunction(scope, environment, props);
  currentAliasOf(made, environment, props.id);
  return made;
};

/** What receives a provider's events. */
const received = (stack: Stack, environment: Environment, receiver: Receiver): LambdaFunction => {
  const { worker, reservedConcurrency, provisionedConcurrency: warm } = receiver;
  const home = new Construct(stack, worker.id);
  const props = { ...worker, reservedConcurrency };
  return warm ? keptWarm(serviceFunction(home, environment, props), warm) : calledFunction(home, environment, props);
};

/**
 * So many executions of a function are kept warm, by an alias of its deployed version, for which alone that can be. It moves at
 * once, when the new version is warm: Lambda takes no weights on such an alias.
 */
const keptWarm = (made: LambdaFunction, provisionedConcurrentExecutions: number): LambdaFunction => {
  const { functionName, currentVersion } = made;
  new CfnAlias(currentVersion, 'Warm', {
    ...{ functionName, functionVersion: currentVersion.version, name: warmAlias },
    provisionedConcurrencyConfig: { provisionedConcurrentExecutions },
  });
  return made;
};

import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { authorizeOperator, authorizeRequest } from '../functions/app/jobs/jobs.ts';
import type { Route } from '../functions/core/route.ts';
import { alarmNameOfResource, authorizerOf } from './alarm-names.ts';
import { errorsAlarm, existingAlarmTopic } from './constructs/alarm.ts';
import { currentAliasOf, deployInTurns } from './constructs/current-alias.ts';
import { type ServiceFunctionProps, serviceFunction } from './constructs/service-function.ts';
import { type Environment, service } from './environments.ts';
import { type Receiver, receiversOf, warmAlias } from './receivers.ts';
import { type DeployedRoute, type Door, resourcesOf } from './route-functions.ts';
import { serviceStack } from './service-stack.ts';
import { tokensOf } from './sign-in.ts';

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
  authorizer(stack, environment, door);
  const resources = resourcesOf(environment, door);
  for (const [type, deployed] of resources)
    functionsOf(new Construct(stack, type), environment, deployed);
  const receivers = door === 'api' ? receiversOf(environment) : [];
  for (const receiver of receivers) received(stack, environment, receiver);
  const home = new Construct(stack, 'Watch');
  const topic = existingAlarmTopic(home, environment);
  // By resource: an alarm for each function would be a fourth resource of it.
  const watched = [
    authorizerOf[door],
    ...resources.map(([type]) => alarmNameOfResource(type)),
    ...receivers.map(({ worker }) => worker.id),
  ];
  for (const what of new Set(watched)) errorsAlarm(home, environment, what, topic);
  deployInTurns(stack);
  return stack;
};

/** The functions of the routes of one resource. Several routes can have one function. */
const functionsOf = (
  group: Construct,
  environment: Environment,
  deployed: readonly DeployedRoute[],
): void => {
  const served = new Map<string, Route>(deployed.map((one) => [one.served.id, one.served]));
  for (const { id, summary, permissions } of served.values()) {
    const home = new Construct(group, id.split('.')[1] ?? '');
    calledFunction(home, environment, { id, summary, permissions, ...ofRoutes });
  }
};

/** Memory is processor time: below a gigabyte the first call through TLS takes longer than all the rest of a start. */
export const ofRoutes = { timeout_seconds: 10, memory_mb: 1024 };

const authorizer = (stack: Stack, environment: Environment, door: Door): void => {
  if (door === 'api') {
    const { authorizerConcurrency: reservedConcurrency } = environment;
    const props = { ...authorizeRequest, ...(reservedConcurrency && { reservedConcurrency }) };
    calledFunction(new Construct(stack, authorizeRequest.id), environment, props);
    return;
  }
  const { issuer, clientId } = tokensOf(stack, environment);
  const variables = { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId };
  calledFunction(new Construct(stack, authorizeOperator.id), environment, {
    ...authorizeOperator,
    variables,
  });
};

/** A function that is called by what `calledName` says: with a canary, by the alias of its version. */
const calledFunction = (
  scope: Construct,
  environment: Environment,
  props: ServiceFunctionProps,
): void => {
  currentAliasOf(serviceFunction(scope, environment, props), environment, props.id);
};

/** Adds the function that receives a provider's events. */
const received = (stack: Stack, environment: Environment, receiver: Receiver): void => {
  const { worker, reservedConcurrency, provisionedConcurrency: warm } = receiver;
  const home = new Construct(stack, worker.id);
  const props = { ...worker, reservedConcurrency };
  if (warm) keepWarm(serviceFunction(home, environment, props), warm);
  else calledFunction(home, environment, props);
};

/**
 * So many executions of a function are kept warm, by an alias of its deployed version, for which alone that can be. It moves at
 * once, when the new version is warm: Lambda takes no weights on such an alias.
 */
const keepWarm = (made: LambdaFunction, provisionedConcurrentExecutions: number): void => {
  const { functionName, currentVersion } = made;
  new CfnAlias(currentVersion, 'Warm', {
    functionName,
    functionVersion: currentVersion.version,
    name: warmAlias,
    provisionedConcurrencyConfig: { provisionedConcurrentExecutions },
  });
};

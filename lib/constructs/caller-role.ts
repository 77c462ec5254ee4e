import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import type { Route } from '../../functions/core/route.ts';
import { calledName, currentAlias, type Environment, globalName } from '../environments.ts';
import { type Door, deployedRoutes, isReachable, servedIds } from '../route-functions.ts';
import { arn } from '../service-stack.ts';

/** The role with which API Gateway calls the functions of an API, instead of a permission for every method. */
export type CallerRoles = { readonly reading: Role; readonly changing: Role };

/** The role with which a route's function is called. */
export const callingRole = (
  { reading, changing }: CallerRoles,
  { method }: Pick<Route, 'method'>,
): Role => (method === 'GET' ? reading : changing);

/**
 * Two roles with which API Gateway calls exactly an API's functions, by what they are called by. The policies of one role have
 * 10 240 characters at most, which is about a hundred functions.
 */
export const callerRoles = (
  stack: Stack,
  environment: Environment,
  door: Door,
  others: { readonly authorizer: string; readonly receivers?: readonly string[] },
): CallerRoles => {
  const reached = deployedRoutes(environment).filter(({ route }) => isReachable(route, door));
  const { GET: read = [], ...changes } = Object.groupBy(reached, ({ route }) => route.method);
  const changed = Object.values(changes).flat();
  const names = (routes: typeof reached) =>
    servedIds(routes).map((id) => calledName(environment, id));
  return {
    reading: callerRole(stack, environment, `${door}-gateway-reading`, [
      others.authorizer,
      ...names(read),
    ]),
    changing: callerRole(stack, environment, `${door}-gateway-changing`, [
      ...names(changed),
      ...(others.receivers ?? []),
    ]),
  };
};

/** With a cell the longest would have more than the 64 characters that IAM takes. */
const callerName = (environment: Environment, name: string): string =>
  globalName(environment, environment.cell ? name.replace('-gateway', '') : name);

const callerRole = (
  stack: Stack,
  environment: Environment,
  name: string,
  called: readonly string[],
): Role =>
  new Role(stack, `Caller-${name}`, {
    // Another name where it grants aliases: the role of before stays until the stage no longer calls what that one grants.
    roleName: callerName(environment, environment.canary ? `${name}-${currentAlias}` : name),
    description: 'API Gateway calls functions of the API with it',
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

import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Route } from '../../functions/contract/route.ts';
import type { Environment } from '../environments.ts';
import { type DeployedRoute, isReachable } from '../route-functions.ts';
import { apiMethod, type MethodProps } from './api-method.ts';
import { calledArn } from './called-arn.ts';
import { serviceFunction } from './service-function.ts';

export type EndpointGroupProps = MethodProps & {
  /** The noun: what stands before the dot in the ids of the group's routes. */
  readonly noun: string;
  readonly deployed: readonly DeployedRoute[];
};

/** The routes of one noun: the function of each, and its method where the API has one. */
export const endpointGroup = (
  scope: Construct,
  environment: Environment,
  props: EndpointGroupProps,
): LambdaFunction[] => {
  const group = new Construct(scope, props.noun);
  const functions = new Map<string, LambdaFunction>();
  for (const { route, served } of props.deployed) {
    const made = functions.get(served.id) ?? functionOf(served, group, environment);
    functions.set(served.id, made);
    const called = calledArn(made, environment, served.id);
    if (isReachable(route, 'api')) apiMethod(route, called, props);
  }
  return [...functions.values()];
};

const functionOf = ({ id, summary, needs }: Route, group: Construct, environment: Environment): LambdaFunction =>
  serviceFunction(new Construct(group, id.split('.')[1] ?? ''), environment, { id, summary, needs, ...ofRoutes });

/** Memory is processor time: below a gigabyte the first call through TLS takes longer than all the rest of a start. */
const ofRoutes = { timeout_seconds: 10, memory_mb: 1024 };

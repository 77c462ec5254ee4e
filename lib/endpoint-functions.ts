import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Route } from '../functions/route.ts';
import { serviceFunction } from './constructs/service-function.ts';
import type { Environment } from './environments.ts';
import type { DeployedRoute } from './route-functions.ts';

/** The functions of the routes of one resource by their ids. Several routes can have one function. */
export const endpointFunctions = (
  scope: Construct,
  environment: Environment,
  resourceType: string,
  deployed: readonly DeployedRoute[],
): ReadonlyMap<string, LambdaFunction> => {
  const group = new Construct(scope, resourceType);
  const served = new Map(deployed.map((one) => [one.served.id, one.served]));
  return new Map([...served].map(([id, route]) => [id, functionOf(route, group, environment)]));
};

const functionOf = ({ id, summary, permissions }: Route, group: Construct, environment: Environment): LambdaFunction =>
  serviceFunction(new Construct(group, id.split('.')[1] ?? ''), environment, { id, summary, permissions, ...ofRoutes });

/** Memory is processor time: below a gigabyte the first call through TLS takes longer than all the rest of a start. */
const ofRoutes = { timeout_seconds: 10, memory_mb: 1024 };

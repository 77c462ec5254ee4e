import {
  administerBusiness,
  authorizeOperator,
  fetchLists,
  invitingOwners,
  monitorScreenings,
  recordingSignIns,
  workers,
} from '../functions/app/jobs/jobs.ts';
import type { Worker } from '../functions/app/jobs/worker.ts';
import { everyRoute } from '../functions/app/routes.ts';
import { refuseSimulation } from '../functions/app/simulations/routes.ts';
import type { Permissions, Route } from '../functions/core/route.ts';
import type { Environment } from './environments.ts';
import { receiversOf, receivingWorkers } from './receivers.ts';

/** A route, and the declaration of the function that it leads to. */
export type DeployedRoute = { readonly route: Route; readonly served: Route };

const all: readonly Route[] = everyRoute;

/** Every function that a route may lead to, in whatever environment. */
export const routeFunctions: readonly Route[] = [...all, refuseSimulation];

/**
 * The function that each route leads to in an environment. Routes of the sandbox alone are refused
 * by one function elsewhere, and routes of live alone exist nowhere else.
 */
export const deployedRoutes = ({ name }: Pick<Environment, 'name'>): readonly DeployedRoute[] =>
  all
    .filter(({ liveOnly }) => !liveOnly || name === 'live')
    .map((route) => ({
      route,
      served: route.sandboxOnly && name !== 'sandbox' ? refuseSimulation : route,
    }));

/** An API that routes can be reached by. */
export type Door = Route['reachable'][number];

/** Whether an API has a method for a route. */
export const isReachable = ({ reachable }: Route, door: Door): boolean => reachable.includes(door);

/** The ids of the functions that an API calls. */
export const calledFrom = (
  environment: Pick<Environment, 'name'>,
  door: Door,
): readonly string[] => {
  const reached = deployedRoutes(environment).filter(({ route }) => isReachable(route, door));
  return servedIds(reached);
};

/** The ids of the functions that routes lead to, each once. */
export const servedIds = (routes: readonly DeployedRoute[]): readonly string[] => [
  ...new Set(routes.map(({ served }) => served.id)),
];

/** Routes by their resource: what stands before the dot in their ids. */
export const byResource = (all: readonly DeployedRoute[]): Map<string, DeployedRoute[]> =>
  Map.groupBy(all, ({ route }) => route.id.split('.')[0] ?? '');

/**
 * The resources whose functions are deployed with an API: those with a route of the public API with it, the others with the
 * dashboard's.
 */
export const resourcesOf = (
  environment: Pick<Environment, 'name'>,
  door: Door,
): [string, DeployedRoute[]][] =>
  [...byResource(deployedRoutes(environment))].filter(
    ([, deployed]) => deployed.some(({ route }) => isReachable(route, 'api')) === (door === 'api'),
  );

/** The part of a function's declaration that makes its role and its log group. */
export type DeployedFunction = Pick<Worker, 'summary' | 'permissions'> & { readonly id: string };

/** Every function of an environment, each once: those that routes lead to, and the workers. */
export const deployedFunctions = (environment: Environment): readonly DeployedFunction[] => [
  ...new Set<DeployedFunction>(deployedRoutes(environment).map(({ served }) => served)),
  ...workers
    .filter((worker) => isDeployed(worker, environment))
    .map((worker) => workerIn(environment, worker)),
];

/**
 * Whether an environment has a worker. A receiver of a provider's events needs that provider, the
 * fetching of lists needs searched lists, and the monitoring of screenings needs a screener.
 */
export const isDeployed = (worker: Worker, environment: Environment): boolean => {
  if (worker === fetchLists) return environment.screening === 'lists';
  if (worker === monitorScreenings) return environment.screening !== 'none';
  return (
    !receivingWorkers.includes(worker) ||
    receiversOf(environment).some((one) => one.worker === worker)
  );
};

/** A worker as an environment has it: in live, where the people and their teams are, two may do more. */
export const workerIn = ({ name }: Environment, worker: Worker): Worker => ({
  ...worker,
  permissions: { ...worker.permissions, ...(name === 'live' && ofPeople[worker.id]) },
});

const ofPeople: Readonly<Record<string, Permissions>> = {
  [administerBusiness.id]: invitingOwners,
  [authorizeOperator.id]: recordingSignIns,
};

import type { Route } from '../functions/contract/route.ts';
import { everyRoute } from '../functions/contract/routes.ts';
import { refuseSimulation } from '../functions/contract/simulations/routes.ts';
import type { Environment } from './environments.ts';

/** A route, and the declaration of the function that it leads to. */
export type DeployedRoute = { readonly route: Route; readonly served: Route };

const all: readonly Route[] = everyRoute;

/** Every function that a route may lead to, in whatever environment. */
export const routeFunctions: readonly Route[] = [...all, refuseSimulation];

/** What each route leads to in an environment: what only the sandbox has is refused by one function elsewhere. */
export const deployedRoutes = ({ name }: Pick<Environment, 'name'>): readonly DeployedRoute[] =>
  all.map((route) => ({ route, served: route.sandboxOnly && name !== 'sandbox' ? refuseSimulation : route }));

/** Whether the public API has a method for a route. */
export const isPublished = ({ reachable }: Route): boolean => reachable.includes('api');

/** The ids of the functions that the public API calls. */
export const calledByApi = (environment: Pick<Environment, 'name'>): readonly string[] => {
  const published = deployedRoutes(environment).filter(({ route }) => isPublished(route));
  return [...new Set(published.map(({ served }) => served.id))];
};

import type { Route } from '../../functions/contract/route.ts';
import { dashboardRoutes, routes } from '../../functions/contract/routes.ts';
import { refuseSimulation } from '../../functions/contract/simulations/routes.ts';
import type { EnvironmentName } from '../../lib/environments.ts';

const published: readonly Route[] = routes;
const onlyDashboard: readonly Route[] = dashboardRoutes;

const hiddenIn = (environment: EnvironmentName): readonly Route[] =>
  onlyDashboard.filter(({ liveOnly }) => !liveOnly || environment === 'live');

/** What a route leads to: in live the routes of the sandbox alone lead to one function, which may do nothing. */
export const leadsTo = (environment: EnvironmentName, route: Route): Route =>
  environment === 'live' && route.sandboxOnly ? refuseSimulation : route;

/** The declarations of the functions that the API calls in an environment, each once. */
export const publishedIn = (environment: EnvironmentName): readonly Route[] => [
  ...new Set(published.map((route) => leadsTo(environment, route))),
];

/** The declarations of all functions behind routes in an environment, each once. */
export const servedIn = (environment: EnvironmentName): readonly Route[] => [
  ...publishedIn(environment),
  ...hiddenIn(environment),
];

import type { Needs, Route } from '../../functions/contract/route.ts';
import { dashboardRoutes, everyRoute, routes } from '../../functions/contract/routes.ts';
import { refuseSimulation } from '../../functions/contract/simulations/routes.ts';
import {
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  invitingOwners,
} from '../../functions/contract/workers.ts';
import type { EnvironmentName } from '../../lib/environments.ts';
import { eventWorkers } from './event-workers.ts';
import type { SynthesisedStack } from './synthesised.ts';

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

/** The routes of the dashboard's API in an environment. */
export const shownIn = (environment: EnvironmentName): readonly Route[] =>
  (everyRoute as readonly Route[]).filter(
    ({ reachable, liveOnly }) => reachable.includes('dashboard') && (!liveOnly || environment === 'live'),
  );

/** In live it invites the owners of businesses besides. */
const administerIn = (environment: EnvironmentName) => ({
  ...administerBusiness,
  needs: { ...administerBusiness.needs, ...(environment === 'live' && invitingOwners) },
});

/** What is written of a function, whatever calls it. */
export type ExpectedFunction = {
  readonly id: string;
  readonly needs: Needs;
  readonly timeout_seconds: number;
  readonly memory_mb: number;
};

const asFunction = ({ id, needs }: Route): ExpectedFunction => ({ id, needs, timeout_seconds: 10, memory_mb: 1024 });

/** The functions of a stack. */
export const functionsOf = ({ environment, name }: SynthesisedStack): readonly ExpectedFunction[] => {
  if (name === 'events') return eventWorkers;
  if (name === 'dashboard') return [authorizeOperator];
  if (name !== 'api') return [];
  return [...servedIn(environment).map(asFunction), authorizeRequest, administerIn(environment)];
};

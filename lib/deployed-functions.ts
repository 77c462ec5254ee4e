import { administerBusiness, invitingOwners, receiveStripe, type Worker, workers } from '../functions/jobs/jobs.ts';
import type { Environment } from './environments.ts';
import { deployedRoutes } from './route-functions.ts';

/** What of a function's declaration makes its role and its log group. */
export type DeployedFunction = Pick<Worker, 'summary' | 'permissions'> & { readonly id: string };

/** Every function of an environment, each once: those that routes lead to, and the workers. */
export const deployedFunctions = (environment: Environment): readonly DeployedFunction[] => [
  ...new Set<DeployedFunction>(deployedRoutes(environment).map(({ served }) => served)),
  ...workers
    .filter((worker) => isDeployed(worker, environment))
    .map((worker) => (worker === administerBusiness ? administration(environment) : worker)),
];

/** Whether an environment has a worker: whoever hears an issuer is there where that issues the cards. */
export const isDeployed = (worker: Worker, { cardIssuer }: Environment): boolean =>
  worker !== receiveStripe || cardIssuer === 'stripe';

/** In live it also invites the owners of businesses. */
export const administration = ({ name }: Environment): Worker => ({
  ...administerBusiness,
  permissions: { ...administerBusiness.permissions, ...(name === 'live' && invitingOwners) },
});

import type { Reachable } from '../addresses.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { distributionOf } from './model.ts';
import { type Behind, startSite } from './server.ts';

/** The address of the templates' distribution; undefined where there is none. */
export type RunningSite = { readonly url: string | undefined; stop(): Promise<void> };

/** Serves it; port 0 is a free one. Throws BadConfiguration. */
export const startDistribution = async (
  resources: readonly Resource[],
  reachable: Reachable,
  behind: Behind,
  port: number,
): Promise<RunningSite> => {
  const distribution = distributionOf(resources, reachable);
  if (!distribution) return { url: undefined, stop: async () => {} };
  return startSite(distribution, behind, port).catch((error: NodeJS.ErrnoException) => {
    throw new BadConfiguration(`Port ${port} cannot be opened for the site (${error.code}).`, { cause: error });
  });
};

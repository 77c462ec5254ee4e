import { BadConfiguration } from '../bad-configuration.ts';
import { openPools, type Pools, type PoolsOptions } from './pools.ts';
import { startSignIn } from './server.ts';

/** The user pools of the templates and, where there are any, the address of their sign-in. */
export type UserPools = { readonly pools: Pools; readonly origin: string | undefined; stop(): Promise<void> };

/** Opens them; port 0 is a free one. Throws BadConfiguration. */
export const startUserPools = async (options: PoolsOptions, port: number): Promise<UserPools> => {
  const pools = openPools(options);
  if (pools.all.length === 0) return { pools, origin: undefined, stop: async () => {} };
  const { origin, stop } = await startSignIn(pools, port, options.now).catch((error: NodeJS.ErrnoException) => {
    throw new BadConfiguration(`Port ${port} cannot be opened for the sign-in (${error.code}).`, { cause: error });
  });
  return { pools, origin, stop };
};

import type { Calls } from '../../../local/calls.ts';
import { createPool, type InstancePool, type PoolOptions } from '../../../local/functions/pool.ts';
import { createListeningPool } from './pool.ts';

/** Which functions run as they are deployed: each instance in a thread, from its bundle. All others run in this process. */
export type Deployed = {
  /** For `startLocal`. */
  readonly pool: (options: PoolOptions, calls: Calls) => InstancePool;
  /** From now on these, and no other. */
  only(isDeployed: (functionName: string) => boolean): void;
  /** All instances that started in threads, by their ids: the function of each. */
  readonly instances: ReadonlyMap<string, string>;
};

/** None yet. */
export const noneDeployed = (): Deployed => {
  const instances = new Map<string, string>();
  let isDeployed = (_: string): boolean => false;
  return {
    pool: (options, calls) => {
      const here = createListeningPool(options, calls);
      const threads = createPool({
        ...options,
        credentials: (of, instanceId) => {
          instances.set(instanceId, of.name);
          return options.credentials(of, instanceId);
        },
      });
      return {
        ...threads,
        invoke: (name, payload) => (isDeployed(name) ? threads : here).invoke(name, payload),
        kill: async (id) => void (await Promise.all([threads.kill(id), here.kill(id)])),
        stop: async () => void (await Promise.all([threads.stop(), here.stop()])),
      };
    },
    only: (these) => {
      isDeployed = these;
    },
    instances,
  };
};

import type { Resource } from './aws-service.ts';
import { BadConfiguration } from './bad-configuration.ts';
import type { Pool } from './functions/pool.ts';
import { restApisOf } from './rest-api/model.ts';
import { permissionsOf } from './rest-api/permission.ts';
import { startRestApi } from './rest-api/server.ts';

/** One environment that answers. */
export type LocalEnvironment = {
  /** `http://127.0.0.1:port/v1/` */
  readonly base_url: string;
};

/** All APIs that answer. */
export type LocalApis = {
  readonly environments: Readonly<Record<string, LocalEnvironment>>;
  /** Where AWS has an API, `{id}.execute-api.{region}.amazonaws.com` → its origin here. */
  readonly origins: ReadonlyMap<string, string>;
};

/**
 * Opens every API of the templates. The first one of an environment, in the order of its stacks, is the environment's own
 * and has its port; others are there for whoever leads to them. `atEnd` takes what closes them.
 */
export const startApis = async (
  resources: readonly Resource[],
  pool: Pool,
  ports: Readonly<Record<string, number>>,
  atEnd: (end: () => Promise<void>) => void,
): Promise<LocalApis> => {
  const mayInvoke = permissionsOf(resources, pool.functions);
  const environments: Record<string, LocalEnvironment> = {};
  const origins = new Map<string, string>();
  for (const api of restApisOf(resources)) {
    const { environment, id, region } = api;
    const port = environments[environment] ? 0 : (ports[environment] ?? 0);
    const running = await startRestApi(api, port, pool.invoke, mayInvoke).catch((error) => explain(error, port));
    atEnd(running.stop);
    environments[environment] ??= { base_url: running.base_url };
    origins.set(`${id}.execute-api.${region}.amazonaws.com`, new URL(running.base_url).origin);
  }
  return { environments, origins };
};

const explain = (error: NodeJS.ErrnoException, port: number): never => {
  if (error.code === 'EADDRINUSE') {
    throw new BadConfiguration(`Port ${port} is taken: set PORT to another number, or to 0 for free ports.`);
  }
  if (error.code === 'EACCES') throw new BadConfiguration(`Port ${port} may not be opened: set PORT above 1023.`);
  throw error;
};

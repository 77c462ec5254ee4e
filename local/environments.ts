import type { Resource } from './aws-service.ts';
import { BadConfiguration } from './bad-configuration.ts';
import type { Pool } from './functions/pool.ts';
import type { ApiKeys } from './rest-api/api-keys.ts';
import { restApisOf } from './rest-api/model.ts';
import { permissionsOf } from './rest-api/permission.ts';
import { startRestApi } from './rest-api/server.ts';

/** One environment that answers. */
export type LocalEnvironment = {
  /** `http://127.0.0.1:port/v1/` */
  readonly base_url: string;
};

/** Opens every API of the templates, one for each environment; `atEnd` takes what closes them. */
export const startApis = async (
  resources: readonly Resource[],
  pool: Pool,
  keys: ApiKeys,
  ports: Readonly<Record<string, number>>,
  atEnd: (end: () => Promise<void>) => void,
): Promise<Record<string, LocalEnvironment>> => {
  const mayInvoke = permissionsOf(resources, pool.functions);
  const environments: Record<string, LocalEnvironment> = {};
  for (const api of restApisOf(resources)) {
    const { environment } = api;
    if (environments[environment]) throw new BadConfiguration(`The environment ${environment} has two REST APIs.`);
    const port = ports[environment] ?? 0;
    const running = await startRestApi(api, port, pool.invoke, mayInvoke, keys).catch((error) => explain(error, port));
    atEnd(running.stop);
    environments[environment] = { base_url: running.base_url };
  }
  return environments;
};

const explain = (error: NodeJS.ErrnoException, port: number): never => {
  if (error.code === 'EADDRINUSE') {
    throw new BadConfiguration(`Port ${port} is taken: set PORT to another number, or to 0 for free ports.`);
  }
  if (error.code === 'EACCES') throw new BadConfiguration(`Port ${port} may not be opened: set PORT above 1023.`);
  throw error;
};

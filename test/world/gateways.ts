import type { Resource } from '../../local/aws-service.ts';
import type { InstancePool } from '../../local/functions/pool.ts';
import { type AccessLog, createHandle } from '../../local/rest-api/handle.ts';
import type { RestApi } from '../../local/rest-api/model.ts';
import { gatewayRequest } from '../../local/rest-api/request.ts';
import { type LocalEnvironment, onTheLine, permissionsOf } from '../../local/rest-api/server.ts';
import type { UsagePlanKeys } from '../../local/rest-api/usage-plans.ts';
import { clock } from './builtins.ts';
import { standIn } from './network.ts';

type Gateways = {
  readonly resources: readonly Resource[];
  readonly apis: readonly RestApi[];
  readonly pool: InstancePool;
  readonly keys: UsagePlanKeys;
  readonly log: AccessLog;
};

/** Puts the APIs on the network of this process, each at a port that no program has. The first of an environment is its own. */
export const openGateways = ({
  resources,
  apis,
  pool,
  keys,
  log,
}: Gateways): Record<string, LocalEnvironment> => {
  const mayInvoke = permissionsOf(resources, pool.functions);
  const environments: Record<string, LocalEnvironment> = {};
  for (const [at, api] of apis.entries()) {
    const port = at + 1;
    const handle = createHandle(api, pool.invoke, mayInvoke, keys, { log });
    standIn(`http://127.0.0.1:${port}`, async ({ method, target, headers, body }) => {
      clock.take(request_ms);
      const head = { httpMethod: method, target, headers, sourceIp: '127.0.0.1' };
      return onTheLine(await handle(gatewayRequest(head, body), port), method);
    });
    environments[api.environment] ??= { base_url: `http://127.0.0.1:${port}/${api.stage}/` };
  }
  return environments;
};

/** A request takes so long: no two are of one moment, and one after another they are no more than a usage plan lets through. */
export const request_ms = 20;

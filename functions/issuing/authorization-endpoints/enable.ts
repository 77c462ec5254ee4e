import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { endpointChange, refresh } from './changes.ts';
import { actOnEndpoint } from './model.ts';
import { enableAuthorizationEndpoint } from './routes.ts';
import { readEndpoint } from './table.ts';

export const handler = httpHandler(
  enableAuthorizationEndpoint,
  { idempotent, refresh },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const { endpoint, breaker } = await readEndpoint(
      db,
      caller.tenant_id,
      params.authorization_endpoint_id,
    );
    ifMatch(endpoint);
    const enabled = actOnEndpoint(endpoint, 'enable', body.reason ?? null, now);
    return commit({ changes: [endpointChange(enabled, now, breaker)], conditions: [] });
  },
);

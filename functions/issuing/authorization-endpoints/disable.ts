import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { endpointChange, refresh } from './changes.ts';
import { actOnEndpoint } from './model.ts';
import { disableAuthorizationEndpoint } from './routes.ts';
import { readEndpoint } from './table.ts';

export const handler = httpHandler(
  disableAuthorizationEndpoint,
  { idempotent, refresh },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const { endpoint, breaker } = await readEndpoint(
      db,
      caller.tenant_id,
      params.authorization_endpoint_id,
    );
    ifMatch(endpoint);
    const disabled = actOnEndpoint(endpoint, 'disable', body.reason ?? null, now);
    return commit({ changes: [endpointChange(disabled, now, breaker)], conditions: [] });
  },
);

import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { rotatedSecrets } from '../../delivery/webhooks/encryption.ts';
import { endpointChange, refresh } from './changes.ts';
import { nextEndpoint } from './model.ts';
import { rotateAuthorizationEndpointSecret } from './routes.ts';
import { readEndpoint } from './table.ts';

const durations = durationsFrom(process.env);
const rotate = rotatedSecrets();

export const handler = httpHandler(
  rotateAuthorizationEndpointSecret,
  { idempotent, refresh },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const { endpoint, breaker } = await readEndpoint(
      db,
      caller.tenant_id,
      params.authorization_endpoint_id,
    );
    ifMatch(endpoint);
    const { secret, secrets } = await rotate(endpoint, body, { now, durations });
    const rotated = endpointChange(nextEndpoint(endpoint, { secrets }, now), now, breaker);
    return commit(
      { changes: [rotated], conditions: [] },
      { ...rotated.resource, ...(secret && { secret }) },
    );
  },
);

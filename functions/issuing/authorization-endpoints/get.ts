import { httpHandler } from '../../core/http/handler.ts';
import { toEndpointResource } from './changes.ts';
import { getAuthorizationEndpoint } from './routes.ts';
import { readEndpoint } from './table.ts';

export const handler = httpHandler(
  getAuthorizationEndpoint,
  {},
  async ({ caller, params, now, db, respond }) =>
    respond(
      toEndpointResource(
        await readEndpoint(db, caller.tenant_id, params.authorization_endpoint_id),
        now,
      ),
    ),
);

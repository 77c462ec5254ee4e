import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { deleteAuthorizationEndpoint } from './routes.ts';
import { deleteEndpoint, readEndpoint } from './table.ts';

export const handler = httpHandler(
  deleteAuthorizationEndpoint,
  { transactional },
  async ({ caller, params, db, ifMatch, commit }) => {
    const { endpoint } = await readEndpoint(db, caller.tenant_id, params.authorization_endpoint_id);
    ifMatch(endpoint);
    return commit({ changes: [deleteEndpoint(endpoint)], conditions: [] }, undefined);
  },
);

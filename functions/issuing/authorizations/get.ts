import { httpHandler } from '../../core/http/handler.ts';
import { toAuthorizationResource } from './model.ts';
import { getAuthorization } from './routes.ts';
import { readAuthorization } from './table.ts';

export const handler = httpHandler(getAuthorization, {}, async ({ caller, params, db, respond }) =>
  respond(
    toAuthorizationResource(await readAuthorization(db, caller.tenant_id, params.authorization_id)),
  ),
);

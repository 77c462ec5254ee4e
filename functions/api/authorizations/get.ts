import { showAuthorization } from '../../contract/authorizations/authorization.ts';
import { getAuthorization } from '../../contract/authorizations/routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { readAuthorization } from '../../store/authorizations/authorizations.ts';

export const handler = httpHandler(getAuthorization, {}, async ({ caller, params, db, respond }) =>
  respond(showAuthorization(await readAuthorization(db, caller.tenant_id, params.authorization_id))),
);

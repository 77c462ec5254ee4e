import { showAuthorization } from '../../contract/authorizations/authorization.ts';
import { getAuthorization } from '../../contract/authorizations/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readAuthorization } from '../../store/authorizations/authorizations.ts';

export const handler = endpoint(getAuthorization, async ({ caller, params, db, answer }) =>
  answer(showAuthorization(await readAuthorization(db, caller.tenant_id, params.authorization_id))),
);

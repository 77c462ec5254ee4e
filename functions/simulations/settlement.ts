import { settlement } from '../authorizations/authorize.ts';
import { toAuthorizationResource } from '../authorizations/model.ts';
import { noticedAuthorization, simulatedNotice } from '../authorizations/settlement.ts';
import { readAuthorization } from '../authorizations/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { simulateSettlement } from './routes.ts';

export const handler = httpHandler(
  simulateSettlement,
  { idempotent },
  async ({ caller, params, body, now, db, respond, commit }) => {
    const current = await readAuthorization(db, caller.tenant_id, params.authorization_id);
    const [first, ...more] = noticedAuthorization(current, simulatedNotice(current, body, now), now);
    return first ? commit(await settlement(db, [first, ...more])) : respond(toAuthorizationResource(current));
  },
);

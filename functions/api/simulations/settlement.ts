import { showAuthorization } from '../../contract/authorizations/authorization.ts';
import { simulateSettlement } from '../../contract/simulations/authorizations.ts';
import { noticedAuthorization, simulatedNotice } from '../../domain/authorizations/settlement.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readAuthorization } from '../../store/authorizations/authorizations.ts';
import { settlement } from '../../unit-of-work/authorizations.ts';

export const handler = httpHandler(
  simulateSettlement,
  { idempotent },
  async ({ caller, params, body, now, db, respond, commit }) => {
    const current = await readAuthorization(db, caller.tenant_id, params.authorization_id);
    const [first, ...more] = noticedAuthorization(current, simulatedNotice(current, body, now), now);
    return first ? commit(await settlement(db, [first, ...more])) : respond(showAuthorization(current));
  },
);

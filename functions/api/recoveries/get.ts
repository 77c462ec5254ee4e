import { showRecovery } from '../../contract/deliveries/recovery.ts';
import { getRecovery } from '../../contract/deliveries/recovery-routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { readRecovery } from '../../store/deliveries/recoveries.ts';

export const handler = httpHandler(getRecovery, {}, async ({ caller, params, db, respond }) =>
  respond(showRecovery(await readRecovery(db, caller.tenant_id, params.recovery_id))),
);

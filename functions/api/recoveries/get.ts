import { showRecovery } from '../../contract/deliveries/recovery.ts';
import { getRecovery } from '../../contract/deliveries/recovery-routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readRecovery } from '../../store/deliveries/recoveries.ts';

export const handler = endpoint(getRecovery, async ({ caller, params, db, answer }) =>
  answer(showRecovery(await readRecovery(db, caller.tenant_id, params.recovery_id))),
);

import { randomUUID } from 'node:crypto';
import { callOffRecovery } from '../../contract/deliveries/recovery-routes.ts';
import { cancelRecovery } from '../../domain/deliveries/recovery.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readRecovery } from '../../store/deliveries/recoveries.ts';
import { recovery } from '../../unit-of-work/recoveries.ts';

export const handler = httpHandler(callOffRecovery, { idempotent }, async ({ caller, params, now, db, commit }) => {
  const current = await readRecovery(db, caller.tenant_id, params.recovery_id);
  return commit({ changes: [recovery(cancelRecovery(current, randomUUID(), now))], facts: [] });
});

import { randomUUID } from 'node:crypto';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { recovery } from './changes.ts';
import { cancelRecovery } from './model.ts';
import { callOffRecovery } from './routes.ts';
import { readRecovery } from './table.ts';

export const handler = httpHandler(
  callOffRecovery,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readRecovery(db, caller.tenant_id, params.recovery_id);
    ifMatch(current);
    return commit({ changes: [recovery(cancelRecovery(current, randomUUID(), now))], conditions: [] });
  },
);

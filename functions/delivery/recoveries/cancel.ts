import { randomUUID } from 'node:crypto';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { recovery } from './changes.ts';
import { canceledRecovery } from './model.ts';
import { cancelRecovery } from './routes.ts';
import { readRecovery } from './table.ts';

export const handler = httpHandler(
  cancelRecovery,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readRecovery(db, caller.tenant_id, params.recovery_id);
    ifMatch(current);
    return commit({
      changes: [recovery(canceledRecovery(current, randomUUID(), now))],
      conditions: [],
    });
  },
);

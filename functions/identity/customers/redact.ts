import { randomUUID } from 'node:crypto';
import { durationsFrom } from '../../core/durations.ts';
import { erasedBy } from '../../core/erasure.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { customer } from './changes.ts';
import { customerErasures } from './erasure.ts';
import { beginRedaction } from './model.ts';
import { redactCustomer } from './routes.ts';
import { readCustomer } from './table.ts';

const durations = durationsFrom(process.env);

export const handler = httpHandler(
  redactCustomer,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readCustomer(db, caller.tenant_id, params.customer_id);
    ifMatch(current);
    const job = { token: randomUUID(), last_pass_after_ms: durations.redaction_lag_ms };
    const redacting = beginRedaction(current, erasedBy(customerErasures, current), job, now);
    return commit({ changes: [customer(redacting)], conditions: [] });
  },
);

import { changedCustomer } from '../customer-effects.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { transitionCustomer } from './model.ts';
import { reactivateCustomer } from './routes.ts';

export const handler = httpHandler(
  reactivateCustomer,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const snapshot = await readCustomerSnapshot(db, caller.tenant_id, params.customer_id);
    const reactivated = transitionCustomer(snapshot.customer, 'reactivate', body.reason ?? null, now);
    return commit(await changedCustomer(db, snapshot, reactivated, now));
  },
);

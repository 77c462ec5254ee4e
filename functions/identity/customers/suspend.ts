import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { changedCustomer } from '../customer-cascade.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { transitionCustomer } from './model.ts';
import { suspendCustomer } from './routes.ts';

export const handler = httpHandler(
  suspendCustomer,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const snapshot = await readCustomerSnapshot(db, caller.tenant_id, params.customer_id, now);
    ifMatch(snapshot.customer);
    const suspended = transitionCustomer(snapshot.customer, 'suspend', body.reason ?? null, now);
    return commit(await changedCustomer(db, snapshot, suspended, now));
  },
);

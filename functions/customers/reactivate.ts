import { ApiError } from '../api-error.ts';
import { changedCustomer } from '../customer-effects.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { readScreened } from '../screenings/screen.ts';
import { transitionCustomer } from './model.ts';
import { reactivateCustomer } from './routes.ts';

export const handler = httpHandler(
  reactivateCustomer,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const [snapshot, screened] = await Promise.all([
      readCustomerSnapshot(db, caller.tenant_id, params.customer_id),
      readScreened(db, { tenant_id: caller.tenant_id, id: params.customer_id }),
    ]);
    ifMatch(snapshot.customer);
    const reactivated = transitionCustomer(snapshot.customer, 'reactivate', body.reason ?? null, now);
    // An operator confirmed that the customer is on a list: only an operator takes that back.
    if (screened.screening?.status === 'confirmed') throw new ApiError('screening_not_clear');
    const { changes, conditions } = await changedCustomer(db, snapshot, reactivated, now);
    return commit({ changes, conditions: [...conditions, screened.condition] });
  },
);

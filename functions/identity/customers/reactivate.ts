import { ApiError } from '../../core/api-error.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { changedCustomer } from '../customer-cascade.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { everyoneOf } from '../screenings/model.ts';
import { readScreened } from '../screenings/screen.ts';
import { pageOfScreenings } from '../screenings/table.ts';
import { transitionCustomer } from './model.ts';
import { reactivateCustomer } from './routes.ts';

export const handler = httpHandler(
  reactivateCustomer,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const { tenant_id } = caller;
    const [snapshot, former] = await Promise.all([
      readCustomerSnapshot(db, tenant_id, params.customer_id, now),
      pageOfScreenings(
        db,
        tenant_id,
        { customer_id: params.customer_id, status: 'confirmed' },
        { limit: 1 },
      ),
    ]);
    ifMatch(snapshot.customer);
    const reactivated = transitionCustomer(
      snapshot.customer,
      'reactivate',
      body.reason ?? null,
      now,
    );
    const screened = await readScreened(db, snapshot.customer, everyoneOf(snapshot.customer));
    // An operator confirmed that the customer or a person of it, also one who was removed since, is on a list: only an
    // operator takes that back.
    const isConfirmed = screened.screenings.some((one) => one?.status === 'confirmed');
    if (isConfirmed || former.items.length > 0) throw new ApiError('screening_not_clear');
    const { changes, conditions } = await changedCustomer(db, snapshot, reactivated, now);
    return commit({ changes, conditions: [...conditions, ...screened.conditions] });
  },
);

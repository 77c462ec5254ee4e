import { reactivateCustomer } from '../../contract/customers/routes.ts';
import { moveCustomer } from '../../domain/customers/customer.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readHolder } from '../../store/features/holders.ts';
import { movedCustomer } from '../../unit-of-work/customer-standing.ts';

export const handler = httpHandler(
  reactivateCustomer,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const holder = await readHolder(db, caller.tenant_id, params.customer_id);
    const move = moveCustomer(holder.customer, 'reactivate', body.reason ?? null, now);
    return commit(await movedCustomer(db, holder, move, now));
  },
);

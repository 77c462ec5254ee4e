import { showCustomer } from '../../contract/customer.ts';
import { suspendCustomer } from '../../contract/customers.ts';
import { moveCustomer } from '../../domain/customer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCustomer, saveCustomer } from '../../store/customer-store.ts';

export const handler = endpoint(suspendCustomer, async ({ caller, params, body, now, db, commit }) => {
  const current = await readCustomer(db, caller.tenant_id, params.customer_id);
  const { customer, event } = moveCustomer(current, 'suspend', body.reason ?? null, now);
  const shown = showCustomer(customer);
  return commit(shown, {
    writes: saveCustomer(customer, current),
    facts: [],
    events: [{ type: event, shown, customer_id: customer.id }],
  });
});

import { showCustomer } from '../../contract/customers/customer.ts';
import { reactivateCustomer } from '../../contract/customers/routes.ts';
import { tellFeature } from '../../contract/features/feature.ts';
import { moveCustomer } from '../../domain/customers/customer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { saveCustomer } from '../../store/customers/customers.ts';
import { readHolder } from '../../store/features/activations.ts';
import { consequencesOf } from '../../store/features/entitlements.ts';

export const handler = endpoint(reactivateCustomer, async ({ caller, params, body, now, db, commit }) => {
  const holder = await readHolder(db, caller.tenant_id, params.customer_id);
  const { customer, event } = moveCustomer(holder.customer, 'reactivate', body.reason ?? null, now);
  const { settled, writes, facts } = await consequencesOf(db, holder, customer, now);
  const shown = showCustomer(customer);
  return commit(shown, {
    writes: [...saveCustomer(customer, holder.customer), ...writes],
    facts,
    events: [{ type: event, shown, customer_id: customer.id }, ...settled.map((one) => tellFeature(one, customer))],
  });
});

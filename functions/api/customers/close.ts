import { showCustomer } from '../../contract/customer.ts';
import { closeCustomer } from '../../contract/customers.ts';
import { tellOutcome } from '../../contract/verification-told.ts';
import { moveCustomer } from '../../domain/customer.ts';
import { outcomeOfClosing } from '../../domain/verification-outcome.ts';
import { endpoint } from '../../http/endpoint.ts';
import { saveCustomer } from '../../store/customer-store.ts';
import { noneOpen, readWithOpenVerification, saveVerification } from '../../store/verification-store.ts';

export const handler = endpoint(closeCustomer, async ({ caller, params, body, now, db, commit }) => {
  const { customer: current, open } = await readWithOpenVerification(db, caller.tenant_id, params.customer_id);
  const ended = open && outcomeOfClosing(open, current, now);
  const { customer, event } = moveCustomer(ended?.outcome.customer ?? current, 'close', body.reason ?? null, now);
  const shown = showCustomer(customer);
  return commit(shown, {
    writes: [...(ended ? saveVerification(ended.outcome.verification, open) : []), ...saveCustomer(customer, current)],
    facts: ended ? [] : [noneOpen(current)],
    events: [
      ...(ended ? tellOutcome(ended.outcome, ended.read) : []),
      { type: event, shown, customer_id: customer.id },
    ],
  });
});

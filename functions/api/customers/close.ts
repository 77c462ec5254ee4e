import { showCustomer } from '../../contract/customer.ts';
import { closeCustomer } from '../../contract/customers.ts';
import { tellFeature } from '../../contract/feature.ts';
import { tellOutcome } from '../../contract/verification-told.ts';
import { moveCustomer } from '../../domain/customer.ts';
import { outcomeOfClosing } from '../../domain/verification-outcome.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readHolder } from '../../store/activation-store.ts';
import { saveCustomer } from '../../store/customer-store.ts';
import { consequencesOf } from '../../store/feature-store.ts';
import { findOpen, noneOpen, saveVerification } from '../../store/verification-store.ts';

export const handler = endpoint(closeCustomer, async ({ caller, params, body, now, db, commit }) => {
  const holder = await readHolder(db, caller.tenant_id, params.customer_id);
  const { customer: current } = holder;
  const open = await findOpen(db, holder);
  const ended = open && outcomeOfClosing(open, current, now);
  const { customer, event } = moveCustomer(ended?.outcome.customer ?? current, 'close', body.reason ?? null, now);
  const { settled, writes, facts } = await consequencesOf(db, holder, customer, now);
  const shown = showCustomer(customer);
  const endedWrites = ended ? saveVerification(ended.outcome.verification, open) : [];
  return commit(shown, {
    writes: [...endedWrites, ...saveCustomer(customer, current), ...writes],
    facts: [...(ended ? [] : [noneOpen(current)]), ...facts],
    events: [
      ...(ended ? tellOutcome(ended.outcome, ended.read) : []),
      { type: event, shown, customer_id: customer.id },
      ...settled.map((one) => tellFeature(one, customer)),
    ],
  });
});

import { showCustomer } from '../../contract/customers/customer.ts';
import { closeCustomer } from '../../contract/customers/routes.ts';
import { tellFeature } from '../../contract/features/feature.ts';
import { tellOutcome } from '../../contract/verifications/events.ts';
import { moveCustomer } from '../../domain/customers/customer.ts';
import { outcomeOfClosing } from '../../domain/verifications/outcome.ts';
import { endpoint } from '../../http/endpoint.ts';
import { saveCustomer } from '../../store/customers/customers.ts';
import { readHolder } from '../../store/features/activations.ts';
import { consequencesOf } from '../../store/features/entitlements.ts';
import { findOpen, noneOpen, saveVerification } from '../../store/verifications/verifications.ts';

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

import { showCustomerFeature } from '../../contract/features/feature.ts';
import { activateFeature } from '../../contract/features/routes.ts';
import { moveActivation, neverActivated } from '../../domain/features/activation.ts';
import { refuseUnlessEligible } from '../../domain/features/eligibility.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { requestAlignment } from '../../store/cards/alignment.ts';
import { customerUnchanged } from '../../store/customers/customers.ts';
import { readEntitlement } from '../../store/features/activations.ts';
import { customerFeature } from '../../unit-of-work/features.ts';

export const handler = httpHandler(
  activateFeature,
  { idempotent },
  async ({ caller, params: { customer_id, feature }, body, now, newId, db, respond, commit }) => {
    const asked = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, asked, [feature]);
    const current = activationOf(feature);
    const eligibility = eligibilityFor(feature);
    if (current?.status === 'active') return respond(showCustomerFeature(current, customer, eligibility));
    refuseUnlessEligible(feature, eligibility);
    const { after, event } = moveActivation(current ?? neverActivated(customer, feature), 'activate', null, now);
    if (body.dry_run) return respond(showCustomerFeature(after, customer, eligibility));
    const { id, created_at } = current ?? { id: newId('activation'), created_at: now.toISOString() };
    const activated = { ...(current && { before: current }), after: { ...after, id, created_at }, event };
    return commit({
      changes: [customerFeature(activated, customer, eligibility), requestAlignment(customer, now)],
      facts: [customerUnchanged(customer)],
    });
  },
);

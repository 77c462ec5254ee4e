import { showCustomerFeature, tellFeature } from '../../contract/features/feature.ts';
import { activateFeature } from '../../contract/features/routes.ts';
import { moveActivation, neverActivated } from '../../domain/features/activation.ts';
import { refuseUnlessEligible } from '../../domain/features/eligibility.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requestAlignment } from '../../store/cards/alignment.ts';
import { customerUnchanged, saveActivation } from '../../store/features/activations.ts';
import { readEntitlement } from '../../store/features/entitlements.ts';

export const handler = endpoint(
  activateFeature,
  async ({ caller, params: { customer_id, feature }, body, now, newId, db, answer, commit }) => {
    const asked = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, asked, [feature]);
    const current = activationOf(feature);
    const eligibility = eligibilityFor(feature);
    if (current?.status === 'active') return answer(showCustomerFeature(current, customer, eligibility));
    refuseUnlessEligible(feature, eligibility);
    const moved = moveActivation(current ?? neverActivated(customer, feature), 'activate', null, now);
    if (body.dry_run) return answer(showCustomerFeature(moved.activation, customer, eligibility));
    const { id, created_at } = current ?? { id: newId('activation'), created_at: now.toISOString() };
    const activation = { ...moved.activation, id, created_at };
    return commit(showCustomerFeature(activation, customer, eligibility), {
      writes: [saveActivation(activation, current), requestAlignment(customer, now)],
      facts: [customerUnchanged(customer)],
      events: [tellFeature({ ...moved, activation, eligibility }, customer)],
    });
  },
);

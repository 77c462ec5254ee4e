import { showCustomerFeature } from '../../contract/features/feature.ts';
import { deactivateFeature } from '../../contract/features/routes.ts';
import { moveActivation, neverActivated } from '../../domain/features/activation.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { requestAlignment } from '../../store/cards/alignment.ts';
import { readEntitlement } from '../../store/features/activations.ts';
import { customerFeature } from '../../unit-of-work/features.ts';

export const handler = httpHandler(
  deactivateFeature,
  { idempotent },
  async ({ caller, params: { customer_id, feature }, body, now, db, respond, commit }) => {
    const asked = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, asked, [feature]);
    const current = activationOf(feature);
    const eligibility = eligibilityFor(feature);
    if (!current || current.status === 'inactive')
      return respond(showCustomerFeature(current ?? neverActivated(customer, feature), customer, eligibility));
    const deactivated = moveActivation(current, 'deactivate', body.reason ?? null, now);
    return commit({
      changes: [customerFeature(deactivated, customer, eligibility), requestAlignment(customer, now)],
      facts: [],
    });
  },
);

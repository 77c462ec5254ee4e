import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { requestReconciliation } from '../../core/jobs/card-reconciliation-table.ts';
import { customerFeature } from '../features/changes.ts';
import { toCustomerFeatureResource } from '../features/eligibility.ts';
import { readEntitlement } from '../features/identity-progress.ts';
import { neverActivated, transitionActivation } from '../features/model.ts';
import { deactivateFeature } from './routes.ts';

export const handler = httpHandler(
  deactivateFeature,
  { idempotent },
  async ({ caller, params: { customer_id, feature }, body, now, db, respond, commit }) => {
    const lookup = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, lookup, [feature]);
    const current = activationOf(feature);
    const eligibility = eligibilityFor(feature);
    if (!current || current.status === 'inactive')
      return respond(
        toCustomerFeatureResource(
          current ?? neverActivated(customer, feature),
          customer,
          eligibility,
        ),
      );
    const deactivated = transitionActivation(current, 'deactivate', body.reason ?? null, now);
    return commit({
      changes: [
        customerFeature(deactivated, customer, eligibility),
        requestReconciliation(customer, now),
      ],
      conditions: [],
    });
  },
);

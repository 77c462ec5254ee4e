import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { requestReconciliation } from '../../core/jobs/card-reconciliation-table.ts';
import { customerUnchanged } from '../customers/table.ts';
import { customerFeature } from '../features/changes.ts';
import { requireEligibility, toCustomerFeatureResource } from '../features/eligibility.ts';
import { readEntitlement } from '../features/identity-progress.ts';
import { neverActivated, transitionActivation } from '../features/model.ts';
import { activateFeature } from './routes.ts';

export const handler = httpHandler(
  activateFeature,
  { idempotent },
  async ({ caller, params: { customer_id, feature }, body, now, newId, db, respond, commit }) => {
    const lookup = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, lookup, [feature]);
    const current = activationOf(feature);
    const eligibility = eligibilityFor(feature);
    if (current?.status === 'active')
      return respond(toCustomerFeatureResource(current, customer, eligibility));
    requireEligibility(feature, eligibility);
    const { after, event } = transitionActivation(
      current ?? neverActivated(customer, feature),
      'activate',
      null,
      now,
    );
    if (body.dry_run) return respond(toCustomerFeatureResource(after, customer, eligibility));
    const { id, created_at } = current ?? {
      id: newId('activation'),
      created_at: now.toISOString(),
    };
    const activated = {
      ...(current && { before: current }),
      after: { ...after, id, created_at },
      event,
    };
    return commit({
      changes: [
        customerFeature(activated, customer, eligibility),
        requestReconciliation(customer, now),
      ],
      conditions: [customerUnchanged(customer)],
    });
  },
);

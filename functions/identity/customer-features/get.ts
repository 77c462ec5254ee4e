import { httpHandler } from '../../core/http/handler.ts';
import { toCustomerFeatureResource } from '../features/eligibility.ts';
import { readEntitlement } from '../features/identity-progress.ts';
import { neverActivated } from '../features/model.ts';
import { getCustomerFeature } from './routes.ts';

export const handler = httpHandler(
  getCustomerFeature,
  {},
  async ({ caller, params: { customer_id, feature }, now, db, respond }) => {
    const lookup = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, lookup, [feature]);
    const activation = activationOf(feature) ?? neverActivated(customer, feature);
    return respond(toCustomerFeatureResource(activation, customer, eligibilityFor(feature)));
  },
);

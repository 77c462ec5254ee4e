import { showCustomerFeature } from '../../contract/features/feature.ts';
import { getCustomerFeature } from '../../contract/features/routes.ts';
import { neverActivated } from '../../domain/features/activation.ts';
import { httpHandler } from '../../http/handler.ts';
import { readEntitlement } from '../../store/features/activations.ts';

export const handler = httpHandler(
  getCustomerFeature,
  {},
  async ({ caller, params: { customer_id, feature }, now, db, respond }) => {
    const asked = { tenant: caller.tenant_id, customerId: customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, asked, [feature]);
    const activation = activationOf(feature) ?? neverActivated(customer, feature);
    return respond(showCustomerFeature(activation, customer, eligibilityFor(feature)));
  },
);

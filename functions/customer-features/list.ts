import { featureIds } from '../catalogue.ts';
import { pageOfFixed } from '../dynamodb/list.ts';
import { toCustomerFeatureResource } from '../features/eligibility.ts';
import { neverActivated } from '../features/model.ts';
import { listCustomerFeatures } from '../features/routes.ts';
import { readEntitlement } from '../features/table.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';

export const handler = httpHandler(
  listCustomerFeatures,
  { paged },
  async ({ caller, params, now, db, range, respondPage }) => {
    const lookup = { tenant: caller.tenant_id, customerId: params.customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, lookup, featureIds);
    return respondPage(pageOfFixed(featureIds, range()), (feature) =>
      toCustomerFeatureResource(
        activationOf(feature) ?? neverActivated(customer, feature),
        customer,
        eligibilityFor(feature),
      ),
    );
  },
);

import { pageOfFixed } from '../../core/dynamodb/list.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { featureIds } from '../catalogues/catalogue.ts';
import { toCustomerFeatureResource } from '../features/eligibility.ts';
import { readEntitlement } from '../features/identity-progress.ts';
import { neverActivated } from '../features/model.ts';
import { listCustomerFeatures } from './routes.ts';

export const handler = httpHandler(
  listCustomerFeatures,
  { paged },
  async ({ caller, params, now, db, range, respondPage }) => {
    const lookup = { tenant: caller.tenant_id, customerId: params.customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(
      db,
      lookup,
      featureIds,
    );
    return respondPage(pageOfFixed(featureIds, range()), (feature) =>
      toCustomerFeatureResource(
        activationOf(feature) ?? neverActivated(customer, feature),
        customer,
        eligibilityFor(feature),
      ),
    );
  },
);

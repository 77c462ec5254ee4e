import { showCustomerFeature } from '../../contract/features/feature.ts';
import { listCustomerFeatures } from '../../contract/features/routes.ts';
import { neverActivated } from '../../domain/features/activation.ts';
import { featureIds } from '../../domain/features/catalogue.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { readEntitlement } from '../../store/features/activations.ts';
import { pageOf } from '../../store/list.ts';

export const handler = httpHandler(
  listCustomerFeatures,
  { paged },
  async ({ caller, params, now, db, range, respondPage }) => {
    const asked = { tenant: caller.tenant_id, customerId: params.customer_id, now };
    const { customer, activationOf, eligibilityFor } = await readEntitlement(db, asked, featureIds);
    return respondPage(
      pageOf(featureIds, range(), (feature) => feature),
      (feature) =>
        showCustomerFeature(
          activationOf(feature) ?? neverActivated(customer, feature),
          customer,
          eligibilityFor(feature),
        ),
    );
  },
);

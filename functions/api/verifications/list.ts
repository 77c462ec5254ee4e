import { listVerifications } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCustomer } from '../../store/customers/customers.ts';
import { pageOfVerifications } from '../../store/verifications/list.ts';
import { withRequirements } from '../../store/verifications/verifications.ts';

export const handler = httpHandler(
  listVerifications,
  { paged },
  async ({ caller: { tenant_id }, params, db, range, respondPage }) => {
    const [{ items, next }] = await Promise.all([
      pageOfVerifications(db, tenant_id, params, range('verification')),
      readCustomer(db, tenant_id, params.customer_id),
    ]);
    return respondPage({ items: await withRequirements(db, items), next }, ([one, requirements]) =>
      showVerification(one, requirements),
    );
  },
);

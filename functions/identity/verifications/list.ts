import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readCustomer } from '../customers/table.ts';
import { toVerificationResource } from './decision.ts';
import { withRequirements } from './open-requirements.ts';
import { listVerifications } from './routes.ts';
import { pageOfVerifications } from './table.ts';

export const handler = httpHandler(
  listVerifications,
  { paged },
  async ({ caller: { tenant_id }, params, db, range, respondPage }) => {
    const [{ items, next }] = await Promise.all([
      pageOfVerifications(db, tenant_id, params, range('verification')),
      readCustomer(db, tenant_id, params.customer_id),
    ]);
    return respondPage({ items: await withRequirements(db, items), next }, ([one, requirements]) =>
      toVerificationResource(one, requirements()),
    );
  },
);

import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readCustomer } from '../customers/table.ts';
import { toAgreementResource } from './model.ts';
import { listAgreements } from './routes.ts';
import { pageOfAgreements } from './table.ts';

export const handler = httpHandler(
  listAgreements,
  { paged },
  async ({ caller: { tenant_id }, params: { customer_id }, db, range, respondPage }) => {
    const [page] = await Promise.all([
      pageOfAgreements(db, tenant_id, customer_id, range('agreement')),
      readCustomer(db, tenant_id, customer_id),
    ]);
    return respondPage(page, toAgreementResource);
  },
);

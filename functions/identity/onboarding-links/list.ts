import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readCustomer } from '../customers/table.ts';
import { toOnboardingLinkResource } from './model.ts';
import { listOnboardingLinks } from './routes.ts';
import { pageOfOnboardingLinks } from './table.ts';

export const handler = httpHandler(
  listOnboardingLinks,
  { paged },
  async ({ caller: { tenant_id }, params: { customer_id }, now, db, range, respondPage }) => {
    const [page] = await Promise.all([
      pageOfOnboardingLinks(db, tenant_id, customer_id, range('onboarding_link')),
      readCustomer(db, tenant_id, customer_id),
    ]);
    return respondPage(page, (link) => toOnboardingLinkResource(link, now));
  },
);

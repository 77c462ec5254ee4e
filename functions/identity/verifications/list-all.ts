import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toVerificationResource } from './decision.ts';
import { withRequirements } from './open-requirements.ts';
import { listAllVerifications } from './routes.ts';
import { pageOfVerifications } from './table.ts';

export const handler = httpHandler(
  listAllVerifications,
  { paged },
  async ({ caller, query, db, range, respondPage }) => {
    const { items, next } = await pageOfVerifications(
      db,
      caller.tenant_id,
      query,
      range('verification'),
    );
    return respondPage({ items: await withRequirements(db, items), next }, ([one, requirements]) =>
      toVerificationResource(one, requirements()),
    );
  },
);

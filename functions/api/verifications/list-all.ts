import { listAllVerifications } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfVerifications } from '../../store/verifications/list.ts';
import { withRequirements } from '../../store/verifications/verifications.ts';

export const handler = httpHandler(
  listAllVerifications,
  { paged },
  async ({ caller, query, db, range, respondPage }) => {
    const { items, next } = await pageOfVerifications(db, caller.tenant_id, query, range('verification'));
    return respondPage({ items: await withRequirements(db, items), next }, ([one, requirements]) =>
      showVerification(one, requirements),
    );
  },
);

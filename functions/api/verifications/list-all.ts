import { listAllVerifications } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { listing } from '../../http/listing.ts';
import { pageOfVerifications } from '../../store/verifications/list.ts';
import { withRequirements } from '../../store/verifications/verifications.ts';

export const handler = listing(listAllVerifications, async ({ caller, query, db, range, answerPage }) => {
  const { items, next } = await pageOfVerifications(db, caller.tenant_id, query, range('verification'));
  return answerPage({ items: await withRequirements(db, items), next }, ([one, requirements]) =>
    showVerification(one, requirements),
  );
});

import { listVerifications } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { listing } from '../../http/listing.ts';
import { pageOfVerifications } from '../../store/verifications/list.ts';
import { readRequirements } from '../../store/verifications/verifications.ts';

export const handler = listing(listVerifications, async ({ caller, params, db, range, answerPage }) => {
  const page = await pageOfVerifications(db, caller.tenant_id, params.customer_id, range('verification'));
  // One of a customer's verifications is open at most, so at most one has anything to read.
  const shown = page.items.map(async (one) => showVerification(one, await readRequirements(db, one)));
  return answerPage({ items: await Promise.all(shown), next: page.next }, (verification) => verification);
});

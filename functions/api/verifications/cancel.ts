import { cancelVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { nothingRequired } from '../../domain/requirement.ts';
import { moveVerification, verificationNotAllowed } from '../../domain/verifications/verification.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readVerification, saveVerification } from '../../store/verifications/verifications.ts';

export const handler = endpoint(cancelVerification, async ({ caller, params, now, db, commit }) => {
  const read = await readVerification(db, caller.tenant_id, params.verification_id);
  // What requires input is nowhere summed up as pending, so the customer stays as it is.
  const canceled = moveVerification(read, 'cancel', now);
  if (!canceled) throw verificationNotAllowed(read);
  const shown = showVerification(canceled.verification, nothingRequired);
  return commit(shown, {
    writes: saveVerification(canceled.verification, read),
    facts: [],
    events: [{ type: canceled.event, shown, customer_id: read.customer_id }],
  });
});

import { cancelVerification } from '../../contract/verifications/routes.ts';
import { nothingRequired } from '../../domain/requirement.ts';
import { moveVerification, verificationNotAllowed } from '../../domain/verifications/verification.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readVerification } from '../../store/verifications/verifications.ts';
import { verification } from '../../unit-of-work/verifications.ts';

export const handler = httpHandler(cancelVerification, { idempotent }, async ({ caller, params, now, db, commit }) => {
  const current = await readVerification(db, caller.tenant_id, params.verification_id);
  // What requires input is nowhere summed up as pending, so the customer stays as it is.
  const canceled = moveVerification(current, 'cancel', now);
  if (!canceled) throw verificationNotAllowed(current);
  return commit({ changes: [verification(canceled, () => nothingRequired)], facts: [] });
});

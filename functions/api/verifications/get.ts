import { getVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { httpHandler } from '../../http/handler.ts';
import { readRequirements, readVerification } from '../../store/verifications/verifications.ts';

export const handler = httpHandler(getVerification, {}, async ({ caller, params, db, respond }) => {
  const verification = await readVerification(db, caller.tenant_id, params.verification_id);
  return respond(showVerification(verification, await readRequirements(db, verification)));
});

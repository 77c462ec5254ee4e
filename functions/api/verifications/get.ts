import { getVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readRequirements, readVerification } from '../../store/verifications/verifications.ts';

export const handler = endpoint(getVerification, async ({ caller, params, db, answer }) => {
  const verification = await readVerification(db, caller.tenant_id, params.verification_id);
  return answer(showVerification(verification, await readRequirements(db, verification)));
});

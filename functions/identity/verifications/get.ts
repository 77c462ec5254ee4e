import { httpHandler } from '../../core/http/handler.ts';
import { toVerificationResource } from './decision.ts';
import { readRequirements } from './open-requirements.ts';
import { getVerification } from './routes.ts';
import { readVerification } from './table.ts';

export const handler = httpHandler(getVerification, {}, async ({ caller, params, db, respond }) => {
  const verification = await readVerification(db, caller.tenant_id, params.verification_id);
  return respond(toVerificationResource(verification, await readRequirements(db, verification)));
});

import { submitVerification } from '../../contract/verifications/routes.ts';
import { openRequirements, outcomeOf } from '../../domain/verifications/outcome.ts';
import { submittedVerification } from '../../domain/verifications/verification.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readCase } from '../../store/verifications/verifications.ts';
import { outcome } from '../../unit-of-work/verifications.ts';

const { waitDivisor } = systemClock();

export const handler = httpHandler(submitVerification, { idempotent }, async ({ caller, params, now, db, commit }) => {
  const read = await readCase(db, caller.tenant_id, params.verification_id);
  const { verification, customer, papers } = read;
  const requirements = openRequirements(verification, customer, papers);
  const submitted = submittedVerification(verification, customer, requirements, { now, waitDivisor });
  return commit(outcome(outcomeOf(submitted, read, now)));
});

import { tellOutcome } from '../../contract/verifications/events.ts';
import { submitVerification } from '../../contract/verifications/routes.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { openRequirements, outcomeOf } from '../../domain/verifications/outcome.ts';
import { submitVerification as submit } from '../../domain/verifications/verification.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCase, saveOutcome } from '../../store/verifications/verifications.ts';

const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(submitVerification, async ({ caller, params, now, db, commit }) => {
  const read = await readCase(db, caller.tenant_id, params.verification_id);
  const { verification, customer, papers } = read;
  const requirements = openRequirements(verification, customer, papers);
  const submitted = outcomeOf(submit(verification, customer, requirements, { now, waitDivisor }), read, now);
  const shown = showVerification(submitted.verification, submitted.requirements);
  return commit(shown, { ...saveOutcome(submitted, read), events: tellOutcome(submitted, read) });
});

import { showVerification } from '../../contract/verification.ts';
import { simulateVerification } from '../../contract/verification-decisions.ts';
import { tellOutcome } from '../../contract/verification-told.ts';
import { statedDecision } from '../../domain/verification-decision.ts';
import { demandedOutcome } from '../../domain/verification-outcome.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCase, saveOutcome } from '../../store/verification-store.ts';

export const handler = endpoint(simulateVerification, async ({ caller, params, body, now, db, commit }) => {
  const read = await readCase(db, caller.tenant_id, params.verification_id);
  const decided = demandedOutcome(read, statedDecision(body), now);
  const shown = showVerification(decided.verification, decided.requirements);
  return commit(shown, { ...saveOutcome(decided, read), events: tellOutcome(decided, read) });
});

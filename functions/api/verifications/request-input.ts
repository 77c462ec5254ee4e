import { showVerification } from '../../contract/verification.ts';
import { requestInput } from '../../contract/verification-decisions.ts';
import { tellDecision } from '../../contract/verification-told.ts';
import { demandedOutcome } from '../../domain/verification-outcome.ts';
import { reviewBy } from '../../domain/verification-review.ts';
import { endpoint } from '../../http/endpoint.ts';
import { saveDecision } from '../../store/feature-store.ts';
import { readCase } from '../../store/verification-store.ts';

export const handler = endpoint(requestInput, async ({ caller, params, body, now, db, commit }) => {
  const read = await readCase(db, caller.tenant_id, params.verification_id);
  const review = reviewBy(caller.actor, body, now);
  const decided = demandedOutcome(read, { outcome: 'requires_input', code: body.code }, now, review);
  const shown = showVerification(decided.verification, decided.requirements);
  const { settled, ...saved } = await saveDecision(db, decided, read, now);
  return commit(shown, { ...saved, events: tellDecision(decided, read, settled) });
});

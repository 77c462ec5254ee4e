import { requestInput } from '../../contract/verifications/decisions.ts';
import { tellDecision } from '../../contract/verifications/events.ts';
import { showVerification } from '../../contract/verifications/verification.ts';
import { demandedOutcome } from '../../domain/verifications/outcome.ts';
import { reviewBy } from '../../domain/verifications/review.ts';
import { endpoint } from '../../http/endpoint.ts';
import { saveDecision } from '../../store/features/entitlements.ts';
import { readCase } from '../../store/verifications/verifications.ts';

export const handler = endpoint(requestInput, async ({ caller, params, body, now, db, commit }) => {
  const read = await readCase(db, caller.tenant_id, params.verification_id);
  const review = reviewBy(caller.actor, body, now);
  const decided = demandedOutcome(read, { outcome: 'requires_input', code: body.code }, now, review);
  const shown = showVerification(decided.verification, decided.requirements);
  const { settled, ...saved } = await saveDecision(db, decided, read, now);
  return commit(shown, { ...saved, events: tellDecision(decided, read, settled) });
});

import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { decisionChanges } from '../../identity/customer-cascade.ts';
import { clearedFor } from '../../identity/screenings/screen.ts';
import { reviewerDecision, statedDecision } from '../../identity/verifications/decision.ts';
import { readCase } from '../../identity/verifications/table.ts';
import { simulateVerification } from './identity-routes.ts';

export const handler = httpHandler(
  simulateVerification,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    const outcome = reviewerDecision(read, statedDecision(body), now);
    const cleared = await clearedFor(db, outcome);
    const { changes, conditions } = await decisionChanges(db, outcome, now);
    return commit({ changes, conditions: [...conditions, ...cleared] });
  },
);

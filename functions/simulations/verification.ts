import { decision } from '../customer-effects.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { clearedFor } from '../screenings/screen.ts';
import { demandedOutcome, statedDecision } from '../verifications/decision.ts';
import { simulateVerification } from '../verifications/routes.ts';
import { readCase } from '../verifications/table.ts';

export const handler = httpHandler(
  simulateVerification,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    const outcome = demandedOutcome(read, statedDecision(body), now);
    const cleared = await clearedFor(db, outcome);
    const { changes, conditions } = await decision(db, outcome, now);
    return commit({ changes, conditions: [...conditions, ...cleared] });
  },
);

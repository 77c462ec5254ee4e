import { decision } from '../customer-effects.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { demandedOutcome, statedDecision } from '../verifications/decision.ts';
import { simulateVerification } from '../verifications/routes.ts';
import { readCase } from '../verifications/table.ts';

export const handler = httpHandler(
  simulateVerification,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    return commit(await decision(db, demandedOutcome(read, statedDecision(body), now), now));
  },
);

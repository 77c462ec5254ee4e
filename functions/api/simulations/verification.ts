import { simulateVerification } from '../../contract/verifications/decisions.ts';
import { statedDecision } from '../../domain/verifications/decision.ts';
import { demandedOutcome } from '../../domain/verifications/outcome.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readCase } from '../../store/verifications/verifications.ts';
import { decision } from '../../unit-of-work/customer-standing.ts';

export const handler = httpHandler(
  simulateVerification,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    return commit(await decision(db, demandedOutcome(read, statedDecision(body), now), now));
  },
);

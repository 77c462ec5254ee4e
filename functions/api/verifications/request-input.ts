import { requestInput } from '../../contract/verifications/decisions.ts';
import { demandedOutcome } from '../../domain/verifications/outcome.ts';
import { reviewBy } from '../../domain/verifications/review.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readCase } from '../../store/verifications/verifications.ts';
import { decision } from '../../unit-of-work/customer-standing.ts';

export const handler = httpHandler(
  requestInput,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    ifMatch(read.verification);
    const review = reviewBy(caller.actor, body, now);
    return commit(
      await decision(db, demandedOutcome(read, { outcome: 'requires_input', code: body.code }, now, review), now),
    );
  },
);

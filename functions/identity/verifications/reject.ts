import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { decisionChanges } from '../customer-cascade.ts';
import { reviewerDecision } from './decision.ts';
import { reviewBy } from './model.ts';
import { rejectVerification } from './routes.ts';
import { readCase } from './table.ts';

export const handler = httpHandler(
  rejectVerification,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    ifMatch(read.verification);
    const review = reviewBy(caller.actor, body, now);
    return commit(
      await decisionChanges(
        db,
        reviewerDecision(read, { outcome: 'rejected', code: body.code }, now, review),
        now,
      ),
    );
  },
);

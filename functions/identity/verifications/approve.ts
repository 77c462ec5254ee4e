import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { decisionChanges } from '../customer-cascade.ts';
import { clearedFor } from '../screenings/screen.ts';
import { reviewerDecision } from './decision.ts';
import { approvedExpiries } from './expiry.ts';
import { reviewBy } from './model.ts';
import { approveVerification } from './routes.ts';
import { readCase } from './table.ts';

export const handler = httpHandler(
  approveVerification,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    ifMatch(read.verification);
    const review = reviewBy(caller.actor, {}, now);
    const verified = {
      outcome: 'verified',
      expiries: approvedExpiries(body.documents ?? [], read, now),
    } as const;
    const outcome = reviewerDecision(read, verified, now, review);
    const cleared = await clearedFor(db, outcome);
    const { changes, conditions } = await decisionChanges(db, outcome, now);
    return commit({ changes, conditions: [...conditions, ...cleared] });
  },
);

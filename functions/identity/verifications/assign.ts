import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { verification } from './changes.ts';
import { toVerificationResource } from './decision.ts';
import { assignedVerification } from './model.ts';
import { assignVerification } from './routes.ts';
import { readVerification } from './table.ts';

export const handler = httpHandler(
  assignVerification,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readVerification(db, caller.tenant_id, params.verification_id);
    ifMatch(current);
    const assigned = assignedVerification(current, body.assignee_id, caller.actor.id, now);
    if (!assigned) return respond(toVerificationResource(current, nothingRequired));
    return commit({ changes: [verification(assigned, () => nothingRequired)], conditions: [] });
  },
);

import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { screening } from './changes.ts';
import { decidedFinding } from './model.ts';
import { clearMatch } from './routes.ts';
import { readScreening } from './table.ts';

export const handler = httpHandler(
  clearMatch,
  { idempotent },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readScreening(db, caller.tenant_id, params.screening_id);
    ifMatch(read);
    const cleared = decidedFinding(read, 'clear', { ...body, operator_id: caller.actor.id }, now);
    return commit({ changes: [screening(cleared)], conditions: [] });
  },
);

import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { verification } from './changes.ts';
import { transitionVerification, verificationNotAllowed } from './model.ts';
import { cancelVerification } from './routes.ts';
import { readVerification } from './table.ts';

export const handler = httpHandler(
  cancelVerification,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const current = await readVerification(db, caller.tenant_id, params.verification_id);
    ifMatch(current);
    // A verification that requires input does not count as pending, so the customer does not change.
    const canceled = transitionVerification(current, 'cancel', now);
    if (!canceled) throw verificationNotAllowed(current);
    return commit({ changes: [verification(canceled, () => nothingRequired)], conditions: [] });
  },
);

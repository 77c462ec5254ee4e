import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { document } from '../../identity/documents/changes.ts';
import { nextExpiryLook } from '../../identity/documents/expiry.ts';
import { documentNotAllowed, transitionDocument } from '../../identity/documents/model.ts';
import { readDocument } from '../../identity/documents/table.ts';
import { simulateDocument } from './identity-routes.ts';

const actions = { accepted: 'accept', rejected: 'reject' } as const;

export const handler = httpHandler(
  simulateDocument,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const current = await readDocument(db, caller.tenant_id, params.document_id);
    const expires_on = body.expires_on ?? null;
    const transition = transitionDocument(current, actions[body.outcome], now, {
      status_reason: body.reason ?? null,
      expires_on,
      scheduled_at: nextExpiryLook({ expires_on, expiring_for: null }),
    });
    if (!transition) throw documentNotAllowed(current);
    return commit({ changes: [document(transition)], conditions: [] });
  },
);

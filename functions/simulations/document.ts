import { document } from '../documents/changes.ts';
import { nextExpiryLook } from '../documents/expiry.ts';
import { documentNotAllowed, transitionDocument } from '../documents/model.ts';
import { simulateDocument } from '../documents/routes.ts';
import { readDocument } from '../documents/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';

const actions = { accepted: 'accept', rejected: 'reject' } as const;

export const handler = httpHandler(
  simulateDocument,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const current = await readDocument(db, caller.tenant_id, params.document_id);
    const expires_on = body.expires_on ?? null;
    const transition = transitionDocument(current, actions[body.outcome], now, {
      ...{ status_reason: body.reason ?? null, expires_on },
      scheduled_at: nextExpiryLook({ expires_on, expiring_for: null }),
    });
    if (!transition) throw documentNotAllowed(current);
    return commit({ changes: [document(transition)], conditions: [] });
  },
);

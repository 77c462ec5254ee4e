import { simulateDocument } from '../../contract/documents/routes.ts';
import { documentNotAllowed, moveDocument } from '../../domain/documents/document.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readDocument } from '../../store/documents/documents.ts';
import { document } from '../../unit-of-work/documents.ts';

const facts = { accepted: 'accept', rejected: 'reject' } as const;

export const handler = httpHandler(
  simulateDocument,
  { idempotent },
  async ({ caller, params, body, now, db, commit }) => {
    const current = await readDocument(db, caller.tenant_id, params.document_id);
    const move = moveDocument(current, facts[body.outcome], now, { status_reason: body.reason ?? null });
    if (!move) throw documentNotAllowed(current);
    return commit({ changes: [document(move)], facts: [] });
  },
);

import { showDocument } from '../../contract/documents/document.ts';
import { simulateDocument } from '../../contract/documents/routes.ts';
import { documentNotAllowed, moveDocument } from '../../domain/documents/document.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readDocument, saveDocument } from '../../store/documents/documents.ts';

const facts = { accepted: 'accept', rejected: 'reject' } as const;

export const handler = endpoint(simulateDocument, async ({ caller, params, body, now, db, commit }) => {
  const current = await readDocument(db, caller.tenant_id, params.document_id);
  const moved = moveDocument(current, facts[body.outcome], now, { status_reason: body.reason ?? null });
  if (!moved) throw documentNotAllowed(current);
  const shown = showDocument(moved.document, null);
  return commit(shown, {
    writes: [saveDocument(moved.document, current)],
    facts: [],
    events: [{ type: moved.event, shown, customer_id: current.customer_id }],
  });
});

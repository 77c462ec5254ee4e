import { customerNotAllowed } from '../customers/model.ts';
import { stillInStatus } from '../customers/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { verification } from './changes.ts';
import { openRequirements } from './decision.ts';
import { beginVerification } from './model.ts';
import { createVerification } from './routes.ts';
import { readContext } from './table.ts';

export const handler = httpHandler(
  createVerification,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const origin = { id: newId('verification'), tenant_id, customer_id: params.customer_id, now };
    const { level, document_ids } = body;
    const started = beginVerification({ level, document_ids: document_ids ?? [] }, origin);
    const { customer, documentReferences } = await readContext(db, started.after);
    if (customer.status === 'closed') throw customerNotAllowed(customer);
    const created = verification(started, (one) => openRequirements(one, customer, documentReferences));
    return commit({ changes: [created], conditions: [stillInStatus(customer)] });
  },
);

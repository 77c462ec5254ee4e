import { showDocument } from '../../contract/documents/document.ts';
import { createDocument } from '../../contract/documents/routes.ts';
import { announceDocument } from '../../domain/documents/document.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { uploadLinks } from '../../ports/document-storage/document-links.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readOpenCustomer } from '../../store/customers/customers.ts';
import { readDocument } from '../../store/documents/documents.ts';
import { document } from '../../unit-of-work/documents.ts';

const linkFor = uploadLinks();
const { waitDivisor } = systemClock();

export const handler = httpHandler(
  createDocument,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => {
      const found = await readDocument(db, caller.tenant_id, id);
      return showDocument(found, await linkFor(found, now));
    },
  },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const { customer, stillOpen } = await readOpenCustomer(db, tenant_id, params.customer_id);
    const making = { id: newId('document'), tenant_id, customer_id: customer.id, now, waitDivisor };
    const announced = announceDocument(body, making);
    const shown = showDocument(announced.after, await linkFor(announced.after, now));
    return commit({ changes: [document(announced)], facts: [stillOpen] }, shown);
  },
);

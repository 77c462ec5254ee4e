import { showDocument } from '../../contract/documents/document.ts';
import { createDocument } from '../../contract/documents/routes.ts';
import { announceDocument } from '../../domain/documents/document.ts';
import { endpoint } from '../../http/endpoint.ts';
import { uploadLinks } from '../../ports/document-storage/document-links.ts';
import { readOpenCustomer } from '../../store/customers/customers.ts';
import { readDocument, saveDocument } from '../../store/documents/documents.ts';

const linkFor = uploadLinks();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(
  createDocument,
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const { customer, stillOpen } = await readOpenCustomer(db, tenant_id, params.customer_id);
    const making = { id: newId('document'), tenant_id, customer_id: customer.id, now, waitDivisor };
    const document = announceDocument(body, making);
    const shown = showDocument(document, await linkFor(document, now));
    const data = showDocument(document, null);
    return commit(shown, {
      writes: [saveDocument(document)],
      facts: [stillOpen],
      events: [{ type: 'document.created', shown, data, customer_id: customer.id }],
    });
  },
  async ({ caller, db, now }, id) => {
    const document = await readDocument(db, caller.tenant_id, id);
    return showDocument(document, await linkFor(document, now));
  },
);

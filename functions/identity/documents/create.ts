import { ApiError } from '../../core/api-error.ts';
import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { readOpenCustomer } from '../customers/table.ts';
import { document } from './changes.ts';
import { uploadLinks } from './links.ts';
import { announceDocument, toDocumentResource } from './model.ts';
import { createDocument } from './routes.ts';
import { readDocument } from './table.ts';

const linkFor = uploadLinks();
const durations = durationsFrom(process.env);

export const handler = httpHandler(
  createDocument,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => {
      const found = await readDocument(db, caller.tenant_id, id);
      return toDocumentResource(found, await linkFor(found, now));
    },
  },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const { customer, stillOpen } = await readOpenCustomer(db, tenant_id, params.customer_id);
    if (body.person_id && !customer.persons.some(({ id }) => id === body.person_id))
      throw new ApiError('person_not_found');
    const origin = { id: newId('document'), tenant_id, customer_id: customer.id, now, durations };
    const announced = announceDocument(body, origin);
    const resource = toDocumentResource(announced.after, await linkFor(announced.after, now));
    return commit({ changes: [document(announced)], conditions: [stillOpen] }, resource);
  },
);

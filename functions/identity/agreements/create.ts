import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { readOpenCustomer } from '../customers/table.ts';
import { agreement } from './changes.ts';
import { newAgreement } from './model.ts';
import { createAgreement } from './routes.ts';
import { acceptanceKey, acceptanceOf } from './table.ts';

export const handler = httpHandler(
  createAgreement,
  { idempotent },
  async ({ caller: { tenant_id }, params, body, now, newId, db, commit }) => {
    const { customer_id } = params;
    const [{ stillOpen }, before] = await Promise.all([
      readOpenCustomer(db, tenant_id, customer_id),
      db.get(acceptanceKey(tenant_id, customer_id, body.document)),
    ]);
    const made = newAgreement(body, { id: newId('agreement'), tenant_id, customer_id, now });
    return commit({
      changes: [agreement(made, before && acceptanceOf(before))],
      conditions: [stillOpen],
    });
  },
);

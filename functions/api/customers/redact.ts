import { randomUUID } from 'node:crypto';
import { redactCustomer } from '../../contract/customers/routes.ts';
import { beginRedaction } from '../../domain/customers/customer.ts';
import { erased } from '../../domain/redactions/personal-fields.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { readCustomer } from '../../store/customers/customers.ts';
import { customer } from '../../unit-of-work/customers.ts';

export const handler = httpHandler(redactCustomer, { idempotent }, async ({ caller, params, now, db, commit }) => {
  const current = await readCustomer(db, caller.tenant_id, params.customer_id);
  const begun = beginRedaction(current, erased('customer', current), randomUUID(), now);
  return commit({ changes: [customer(begun)], facts: [] });
});

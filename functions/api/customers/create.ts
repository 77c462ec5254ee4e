import { createCustomer } from '../../contract/customers/routes.ts';
import { newCustomer } from '../../domain/customers/customer.ts';
import { profileOf } from '../../domain/customers/profile.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { taxIdSealer } from '../../ports/sealer/tax-id-sealer.ts';
import { customer } from '../../unit-of-work/customers.ts';

const sealTaxId = taxIdSealer();

export const handler = httpHandler(createCustomer, { idempotent }, async ({ caller, body, now, newId, commit }) => {
  const id = newId('customer');
  const taxId = await sealTaxId(body.tax_id, { tenant: caller.tenant_id, resource: id });
  return commit({ changes: [customer(newCustomer(profileOf(body, taxId), id, caller.tenant_id, now))], facts: [] });
});

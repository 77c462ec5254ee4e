import { showCustomer } from '../../contract/customers/customer.ts';
import { createCustomer } from '../../contract/customers/routes.ts';
import { createCustomer as newCustomer } from '../../domain/customers/customer.ts';
import { profileOf } from '../../domain/customers/profile.ts';
import { endpoint } from '../../http/endpoint.ts';
import { taxIdSealer } from '../../ports/sealer/tax-id-sealer.ts';
import { saveCustomer } from '../../store/customers/customers.ts';

const sealTaxId = taxIdSealer();

export const handler = endpoint(createCustomer, async ({ caller, body, now, newId, commit }) => {
  const id = newId('customer');
  const taxId = await sealTaxId(body.tax_id, { tenant: caller.tenant_id, resource: id });
  const customer = newCustomer(profileOf(body, taxId), id, caller.tenant_id, now);
  const shown = showCustomer(customer);
  return commit(shown, {
    writes: saveCustomer(customer),
    facts: [],
    events: [{ type: 'customer.created', shown, customer_id: id }],
  });
});

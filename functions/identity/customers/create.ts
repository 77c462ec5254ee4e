import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { customer } from './changes.ts';
import { newCustomer } from './model.ts';
import { requirePossiblePhone } from './phone.ts';
import { profileOf } from './profile.ts';
import { createCustomer } from './routes.ts';
import { taxIdCipher } from './tax-id.ts';

const encryptTaxId = taxIdCipher();

export const handler = httpHandler(
  createCustomer,
  { idempotent },
  async ({ caller, body, now, newId, commit }) => {
    requirePossiblePhone(body);
    const id = newId('customer');
    const taxId = await encryptTaxId(body.tax_id, { tenant: caller.tenant_id, resource: id });
    return commit({
      changes: [customer(newCustomer(profileOf(body, taxId), id, caller.tenant_id, now))],
      conditions: [],
    });
  },
);

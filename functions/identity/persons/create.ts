import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { changedPerson } from '../customer-cascade.ts';
import { requirePossiblePhone } from '../customers/phone.ts';
import { readCustomer } from '../customers/table.ts';
import { taxIdCipher } from '../customers/tax-id.ts';
import { addPerson, personProfile } from './model.ts';
import { createPerson } from './routes.ts';

const encryptTaxId = taxIdCipher();

export const handler = httpHandler(
  createPerson,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const customer = await readCustomer(db, caller.tenant_id, params.customer_id);
    requirePossiblePhone(body);
    const id = newId('person');
    const taxId = await encryptTaxId(body.tax_id, { tenant: caller.tenant_id, resource: id });
    const added = addPerson(customer, personProfile(body, taxId), id, now);
    return commit(await changedPerson(db, added, now));
  },
);

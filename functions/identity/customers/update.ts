import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { changedProfile } from '../customer-cascade.ts';
import { toCustomerResource } from './model.ts';
import { requirePossiblePhone } from './phone.ts';
import { patchedProfile } from './profile.ts';
import { updateCustomer } from './routes.ts';
import { readCustomer } from './table.ts';
import { taxIdCipher } from './tax-id.ts';

const encryptTaxId = taxIdCipher();

export const handler = httpHandler(
  updateCustomer,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readCustomer(db, caller.tenant_id, params.customer_id);
    ifMatch(current);
    requirePossiblePhone(body, current);
    const owner = { tenant: caller.tenant_id, resource: current.id };
    const taxId =
      body.tax_id === undefined ? undefined : await encryptTaxId(body.tax_id, owner, current);
    const changed = await changedProfile(
      db,
      current,
      patchedProfile(current, body, now, taxId),
      now,
    );
    return changed ? commit(changed.unit) : respond(toCustomerResource(current));
  },
);

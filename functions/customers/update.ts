import { changedCustomer } from '../customer-effects.ts';
import { touchesFeatures } from '../features/model.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { transactional } from '../http/commit.ts';
import { httpHandler } from '../http/handler.ts';
import { customer } from './changes.ts';
import { checkMergedProfile } from './input.ts';
import { changeCustomer } from './model.ts';
import { patchedProfile } from './profile.ts';
import { updateCustomer } from './routes.ts';
import { toCustomerResource } from './schema.ts';
import { readCustomer } from './table.ts';
import { taxIdCipher } from './tax-id.ts';

const sealTaxId = taxIdCipher();

export const handler = httpHandler(
  updateCustomer,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readCustomer(db, caller.tenant_id, params.customer_id);
    ifMatch(current);
    const owner = { tenant: caller.tenant_id, resource: current.id };
    const taxId = body.tax_id === undefined ? undefined : await sealTaxId(body.tax_id, owner, current);
    const changed = changeCustomer(current, checkMergedProfile(patchedProfile(current, body, now, taxId)), now);
    if (!changed) return respond(toCustomerResource(current));
    if (!touchesFeatures(current, changed.after, now)) return commit({ changes: [customer(changed)], conditions: [] });
    const snapshot = await readCustomerSnapshot(db, caller.tenant_id, current.id);
    return commit(await changedCustomer(db, snapshot, changed, now));
  },
);

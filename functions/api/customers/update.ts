import { showCustomer } from '../../contract/customers/customer.ts';
import { checkMergedProfile } from '../../contract/customers/input.ts';
import { updateCustomer } from '../../contract/customers/routes.ts';
import { changeCustomer } from '../../domain/customers/customer.ts';
import { patchedProfile } from '../../domain/customers/profile.ts';
import { transactional } from '../../http/commit.ts';
import { httpHandler } from '../../http/handler.ts';
import { taxIdSealer } from '../../ports/sealer/tax-id-sealer.ts';
import { readCustomer } from '../../store/customers/customers.ts';
import { readHolder } from '../../store/features/holders.ts';
import { movedCustomer } from '../../unit-of-work/customer-standing.ts';
import { customer } from '../../unit-of-work/customers.ts';

const sealTaxId = taxIdSealer();

export const handler = httpHandler(
  updateCustomer,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readCustomer(db, caller.tenant_id, params.customer_id);
    ifMatch(current);
    const owner = { tenant: caller.tenant_id, resource: current.id };
    const taxId = body.tax_id === undefined ? undefined : await sealTaxId(body.tax_id, owner, current);
    const changed = changeCustomer(current, checkMergedProfile(patchedProfile(current, body, taxId)), now);
    if (!changed) return respond(showCustomer(current));
    const proven = changed.after.verification === current.verification;
    if (proven) return commit({ changes: [customer(changed)], facts: [] });
    const holder = await readHolder(db, caller.tenant_id, current.id);
    return commit(await movedCustomer(db, holder, changed, now));
  },
);

import { showCustomer } from '../../contract/customers/customer.ts';
import { checkMergedProfile } from '../../contract/customers/input.ts';
import { updateCustomer } from '../../contract/customers/routes.ts';
import { tellFeature } from '../../contract/features/feature.ts';
import { changeCustomer } from '../../domain/customers/customer.ts';
import { patchedProfile } from '../../domain/customers/profile.ts';
import { changedFrom } from '../../domain/same.ts';
import { endpoint } from '../../http/endpoint.ts';
import { taxIdSealer } from '../../ports/sealer/tax-id-sealer.ts';
import { readCustomer, saveCustomer } from '../../store/customers/customers.ts';
import { readHolder } from '../../store/features/activations.ts';
import { consequencesOf, noConsequences } from '../../store/features/entitlements.ts';

const sealTaxId = taxIdSealer();

export const handler = endpoint(updateCustomer, async ({ caller, params, body, now, db, ifMatch, answer, commit }) => {
  const current = await readCustomer(db, caller.tenant_id, params.customer_id);
  ifMatch(current);
  const owner = { tenant: caller.tenant_id, resource: current.id };
  const taxId = body.tax_id === undefined ? undefined : await sealTaxId(body.tax_id, owner, current);
  const changed = changeCustomer(current, checkMergedProfile(patchedProfile(current, body, taxId)), now);
  if (changed === current) return answer(showCustomer(current));
  const shown = showCustomer(changed);
  const previous = changedFrom(showCustomer(current), shown);
  const lost = changed.verification !== current.verification;
  const { settled, writes, facts } = lost
    ? await consequencesOf(db, await readHolder(db, caller.tenant_id, current.id), changed, now)
    : noConsequences;
  return commit(shown, {
    writes: [...saveCustomer(changed, current), ...writes],
    facts,
    events: [
      { type: 'customer.updated', shown, customer_id: current.id, previous },
      ...settled.map((one) => tellFeature(one, changed)),
    ],
  });
});

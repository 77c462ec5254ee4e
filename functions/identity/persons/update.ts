import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { changedPerson } from '../customer-cascade.ts';
import { requirePossiblePhone } from '../customers/phone.ts';
import { taxIdCipher } from '../customers/tax-id.ts';
import { changePerson, ownedBy, patchedPerson, toPersonResource } from './model.ts';
import { updatePerson } from './routes.ts';
import { checkMergedPerson } from './schema.ts';
import { readPerson } from './table.ts';

const encryptTaxId = taxIdCipher();

export const handler = httpHandler(
  updatePerson,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const { customer, person } = await readPerson(db, caller.tenant_id, params.person_id);
    ifMatch(person);
    requirePossiblePhone(body, person);
    const owner = { tenant: caller.tenant_id, resource: person.id };
    const taxId =
      body.tax_id === undefined ? undefined : await encryptTaxId(body.tax_id, owner, person);
    const changed = changePerson(
      customer,
      person,
      checkMergedPerson(patchedPerson(person, body, taxId)),
      now,
    );
    if (!changed) return respond(toPersonResource(ownedBy(customer, person)));
    return commit(await changedPerson(db, changed, now));
  },
);

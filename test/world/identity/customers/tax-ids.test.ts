import '../../process.ts';
import assert from 'node:assert/strict';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { aCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});
const tenant = await service.aBusiness();

const change = (id: string, tax_id: string | null) =>
  tenant.call({ method: 'PATCH', path: `/customers/${id}`, body: { tax_id } });

const stored = (id: string) => tables.get(customerKeys.customer(tenant.tenant_id, id));

test('the same tax id again changes nothing, whatever was changed before', async () => {
  const customer = await aCustomer(tenant, individual({ tax_id: '123-45-6789' }));
  const [kept, again] = [await stored(customer.id), await change(customer.id, '123-45-6789')];
  assert.deepEqual([again.status, again.headers.etag, again.body], [200, '"1"', customer]);
  assert.deepEqual(await stored(customer.id), kept);
  const versions = [];
  for (const tax_id of ['987-65-4321', '987-65-4321', null, null, '123-45-6789', '123-45-6789'])
    versions.push((await change(customer.id, tax_id)).body.version);
  assert.deepEqual(versions, [2, 2, 3, 3, 4, 4]);
  assert.equal((await tables.events(tenant.tenant_id, customer.id)).length, 4);
});

test('two customers of one tax id cannot be found equal by what is stored', async () => {
  const [one, other] = await Promise.all(
    ['a', 'b'].map(() => aCustomer(tenant, individual({ tax_id: '123-45-6789' }))),
  );
  const [first, second] = [await stored(one.id), await stored(other.id)];
  for (const part of ['tax_id_fingerprint', 'tax_id_encrypted']) {
    assert.match(first[part], /^[A-Za-z0-9+/=]{44,}$/);
    assert.notEqual(first[part], second[part]);
  }
});

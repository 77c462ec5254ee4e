import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { customersOf } from '../../helpers/customers.ts';
import { aCustomer, individual } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { tablesOf } from '../../helpers/tables.ts';

const local = await sharedWithoutRelay();
const tables = tablesOf(local);
after(async () => {
  tables.close();
});
const tenant = await aTenant(local);
const { change, changed, read } = customersOf(tenant);

test('a change sets what it names and nothing else, and raises the version by one', async () => {
  const before = await aCustomer(tenant);
  const after = await changed(before.id, { first_name: 'Augusta', phone: '+4930901820' });
  const { updated_at, ...rest } = { ...before, first_name: 'Augusta', phone: '+4930901820', version: 2 };
  assert.deepEqual(after, { ...rest, updated_at: after.updated_at });
  assert.ok(after.updated_at > updated_at);
  assert.deepEqual(await read(before.id), after);
});

test('a change that makes no difference leaves version, time and events as they are', async () => {
  const customer = await aCustomer(tenant, individual({ external_id: 'no difference' }));
  const { id, first_name, address, email, metadata, external_id } = customer;
  const same = [
    {},
    { first_name },
    { address },
    { metadata: {} },
    { metadata: { missing: null } },
    { middle_name: 'Ada' },
  ];
  for (const body of [...same, { external_id }, { address: {} }, { email, metadata }]) {
    const answer = await change(id, body);
    assert.deepEqual([answer.status, answer.headers.etag], [200, '"1"'], JSON.stringify(body));
    assert.deepEqual(answer.body, customer);
  }
  assert.equal((await tables.events(tenant.tenant_id, id)).length, 1);
  assert.equal((await change(id, {}, { 'if-match': '"7"' })).status, 412);
});

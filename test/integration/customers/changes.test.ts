import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { customersOf } from '../../helpers/customers.ts';
import { aCustomer, aTenant, individual } from '../../helpers/given.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { tablesOf } from '../../helpers/tables.ts';

const local = await sharedWithoutRelay();
const tables = tablesOf(local);
after(async () => {
  tables.close();
});
const tenant = await aTenant(local);
const { change, changed, read } = customersOf(tenant);

const refused = async (id: string, body: object): Promise<string[]> => {
  const answer = await change(id, body);
  assert.equal(answer.status, 400, answer.text);
  return answer.body.errors.map(({ pointer, code }: Any) => `${pointer} ${code}`);
};

test('a change sets what it names and nothing else, and raises the version by one', async () => {
  const before = await aCustomer(tenant);
  const after = await changed(before.id, { first_name: 'Augusta', phone: '+4930901820' });
  const { updated_at, ...rest } = { ...before, first_name: 'Augusta', phone: '+4930901820', version: 2 };
  assert.deepEqual(after, { ...rest, updated_at: after.updated_at });
  assert.ok(after.updated_at > updated_at);
  assert.deepEqual(await read(before.id), after);
});

test('null clears what may be unset and is refused for what may not', async () => {
  const { id } = await aCustomer(tenant, individual({ external_id: 'to clear', middle_name: 'B' }));
  const clearable = ['external_id', 'email', 'phone', 'address', 'middle_name', 'date_of_birth', 'nationality'];
  const cleared = await changed(id, Object.fromEntries([...clearable, 'tax_id'].map((name) => [name, null])));
  for (const name of [...clearable, 'tax_id_last4']) assert.equal(cleared[name], null, name);
  for (const name of ['first_name', 'last_name'])
    assert.deepEqual(await refused(id, { [name]: null }), [`/${name} invalid_type`]);
});

test('what the service decides cannot be changed by a caller', async () => {
  const customer = await aCustomer(tenant);
  const { id } = customer;
  const decided = [
    'id',
    'object',
    'type',
    'status',
    'status_reason',
    'version',
    'created_at',
    'updated_at',
    'verification',
  ];
  const internal = [
    'allowed_actions',
    'tax_id_last4',
    'tax_id_sealed',
    'tax_id_fingerprint',
    'tenant_id',
    'email_key',
    'pk',
    'sk',
    '__proto__',
  ];
  for (const name of [...decided, ...internal]) {
    const body = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(customer[name] ?? 'x')}}`);
    assert.deepEqual(await refused(id, body), [`/${name} unknown_field`]);
  }
  assert.deepEqual(await read(id), customer);
});

test('an address changes member by member', async () => {
  const { id, address } = await aCustomer(tenant);
  assert.deepEqual((await changed(id, { address: { city: 'Leeds', line2: 'Flat 2' } })).address, {
    ...address,
    city: 'Leeds',
    line2: 'Flat 2',
  });
  assert.equal((await changed(id, { address: { line2: null } })).address.line2, null);
  const none = { line1: null, city: null, postal_code: null, country: null };
  assert.equal((await changed(id, { address: none })).address, null);
  assert.equal((await changed(id, { address: { city: 'York' } })).address.city, 'York');
});

test('a postal code must fit the country that the address has after the change', async () => {
  const { id } = await aCustomer(tenant);
  assert.deepEqual(await refused(id, { address: { country: 'DE' } }), ['/address/postal_code invalid_format']);
  assert.deepEqual(await refused(id, { address: { postal_code: '10115' } }), ['/address/postal_code invalid_format']);
  assert.equal((await changed(id, { address: { country: 'DE', postal_code: '10115' } })).address.country, 'DE');
  assert.equal((await changed(id, { address: { country: null, postal_code: '?' } })).address.postal_code, '?');
});

test('metadata changes pair by pair and must fit as a whole', async () => {
  const { id } = await aCustomer(tenant, individual({ metadata: { a: '1', b: '2' } }));
  assert.deepEqual((await changed(id, { metadata: { b: null, c: '3', d: null } })).metadata, { a: '1', c: '3' });
  const more = Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`k${i}`, 'v']));
  assert.deepEqual(await refused(id, { metadata: more }), ['/metadata too_long']);
  assert.equal(Object.keys((await changed(id, { metadata: { ...more, a: null } })).metadata).length, 50);
  assert.deepEqual(await refused(id, { metadata: { k0: 'v'.repeat(500), note: '4242424242424242' } }), [
    '/metadata/note card_number_not_allowed',
  ]);
  assert.deepEqual((await changed(id, { metadata: null })).metadata, {});
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

test('who is not yet 18 cannot become so by a change', async () => {
  const { id } = await aCustomer(tenant);
  assert.deepEqual(await refused(id, { date_of_birth: '9999-12-31' }), ['/date_of_birth under_age']);
});

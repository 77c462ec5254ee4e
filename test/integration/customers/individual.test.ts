import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keys } from '../../../functions/store/table.ts';
import { aCustomer, aTenant, individual } from '../../helpers/given.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { tablesOf } from '../../helpers/tables.ts';

const local = await sharedWithoutRelay();
const tables = tablesOf(local);
after(async () => {
  tables.close();
});
const tenant = await aTenant(local);

const created = (fields: object) => tenant.call({ method: 'POST', path: '/customers', body: individual(fields) });

const address = {
  line1: '1 Main Street',
  line2: 'Flat 2',
  city: 'Berlin',
  state: 'BE',
  postal_code: '10115',
  country: 'DE',
};

const unset = {
  object: 'customer',
  version: 1,
  status: 'active',
  status_reason: null,
  allowed_actions: ['suspend', 'close'],
  type: 'individual',
  external_id: null,
  email: null,
  phone: null,
  address: null,
  metadata: {},
  verification: { status: 'unverified', level: null, verified_at: null },
  first_name: 'Ada',
  middle_name: null,
  last_name: 'Lovelace',
  date_of_birth: null,
  nationality: null,
  tax_id_last4: null,
  redaction: null,
};

test('an individual needs a type and two names; all else is there and unset', async () => {
  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  const answer = await tenant.call({ method: 'POST', path: '/customers', body });
  const { id, created_at, updated_at, ...customer } = answer.body;
  assert.deepEqual(customer, unset);
  assert.match(id, /^cus_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  assert.equal(created_at, updated_at);
  assert.equal(answer.headers.location, `/v1/customers/${id}`);
  assert.deepEqual(answer.headers.etag, '"1"');
  for (const name of ['type', 'first_name', 'last_name'] as const) {
    const { [name]: _, ...less } = body;
    const { body: problem } = await tenant.call({ method: 'POST', path: '/customers', body: less });
    assert.equal(problem.errors[0].pointer, `/${name}`);
  }
});

test('an individual shows every field as it was sent, and the tax id by its last four only', async () => {
  const fields = {
    external_id: '4242424242424242',
    email: 'Ada.Lovelace@Example.com',
    phone: '+4930901820',
    address,
    metadata: { ' kept as sent ': ' x ', empty: '', constructor: 'c', toString: 't' },
    first_name: ' Ada ',
    middle_name: 'O’Brien-Smith 👩💻',
    last_name: '李',
    date_of_birth: '1815-12-10',
    nationality: 'GB',
  };
  const { body } = await created({ ...fields, tax_id: '12-34 5A7b' });
  const { id, created_at, updated_at, ...customer } = body;
  assert.deepEqual(customer, { ...unset, ...fields, tax_id_last4: '5A7b' });
  assert.deepEqual((await tenant.call({ method: 'GET', path: `/customers/${id}` })).body, body);
});

test('null is the same as leaving a field out', async () => {
  const nulls = { external_id: null, email: null, phone: null, address: null, metadata: null, middle_name: null };
  const { body } = await created({
    ...nulls,
    date_of_birth: null,
    nationality: null,
    tax_id: null,
    last_name: 'Lovelace',
  });
  const { id, created_at, updated_at, ...customer } = body;
  assert.deepEqual(customer, unset);
});

test('an address shows all its members, and none when none is set', async () => {
  const { body } = await created({ address: { country: 'FR' } });
  const nothing = { line1: null, line2: null, city: null, state: null, postal_code: null };
  assert.deepEqual(body.address, { ...nothing, country: 'FR' });
  assert.equal((await created({ address: { ...nothing, country: null } })).body.address, null);
  assert.equal((await created({ address: {} })).body.address, null);
});

test('a tax id is never shown, stored or told in full', async () => {
  const customer = await aCustomer(tenant, individual({ tax_id: 'CANARY-7391' }));
  const stored = await tables.get(keys.customer(tenant.tenant_id, customer.id));
  const [event] = await tables.events(tenant.tenant_id, customer.id);
  for (const seen of [customer, stored, event]) assert.doesNotMatch(JSON.stringify(seen), /CANARY/);
  assert.ok(stored.tax_id_sealed.length > 0);
  assert.deepEqual([customer.tax_id_last4, event.told.data.tax_id_last4], ['7391', '7391']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aTenant, company, individual } from '../../helpers/given.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';

const local = await sharedWithoutRelay();
const tenant = await aTenant(local);

const created = (body: object) => tenant.call({ method: 'POST', path: '/customers', body });
const changed = (id: string, body: object) => tenant.call({ method: 'PATCH', path: `/customers/${id}`, body });
const pointersOf = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`);

const unset = {
  object: 'customer',
  version: 1,
  status: 'active',
  status_reason: null,
  allowed_actions: ['suspend', 'close'],
  type: 'business',
  external_id: null,
  email: null,
  phone: null,
  address: null,
  metadata: {},
  verification: { status: 'unverified', level: null, verified_at: null },
  legal_name: 'Engines Ltd',
  registration_number: null,
  incorporation_country: 'GB',
  tax_id_last4: null,
  redaction: null,
  representative: null,
};

const nobody = { first_name: null, last_name: null, date_of_birth: null, nationality: null, address: null };

test('a business needs a type, a legal name and a country; all else is there and unset', async () => {
  const body = { type: 'business', legal_name: 'Engines Ltd', incorporation_country: 'GB' };
  const { id, created_at, updated_at, ...customer } = (await created(body)).body;
  assert.deepEqual(customer, unset);
  for (const name of ['legal_name', 'incorporation_country'] as const) {
    const { [name]: _, ...less } = body;
    assert.deepEqual(pointersOf(await created(less)), [`/${name} required`]);
  }
});

test('a business shows every field as it was sent', async () => {
  const home = { line1: '1 Rue', line2: null, city: 'Paris', state: null, postal_code: '75001', country: 'FR' };
  const representative = {
    first_name: 'Ada',
    last_name: 'King',
    date_of_birth: '1990-04-23',
    nationality: 'GB',
    address: home,
  };
  const fields = {
    legal_name: 'Engines & Söhne GmbH',
    registration_number: '4242424242424242',
    incorporation_country: 'DE',
    representative,
    external_id: 'b-1',
    email: 'office@example.com',
    phone: '+4930901820',
    address: { ...home, city: 'Lyon' },
    metadata: { tier: 'gold' },
  };
  const { body } = await created({ type: 'business', ...fields, tax_id: 'DE 811 907 980' });
  const { id, created_at, updated_at, ...customer } = body;
  assert.deepEqual(customer, { ...unset, ...fields, tax_id_last4: '7980' });
  assert.deepEqual((await tenant.call({ method: 'GET', path: `/customers/${id}` })).body, body);
});

test('a type has no field of the other', async () => {
  const people = ['first_name', 'middle_name', 'last_name', 'date_of_birth', 'nationality'];
  for (const name of people) {
    assert.deepEqual(pointersOf(await created(company({ [name]: null }))), [`/${name} unknown_field`]);
  }
  const { id } = await aCustomer(tenant, company({}));
  assert.deepEqual(pointersOf(await changed(id, { first_name: 'Ada', date_of_birth: null, phone: null })), [
    '/first_name unknown_field',
    '/date_of_birth unknown_field',
  ]);
  const person = await aCustomer(tenant);
  for (const name of ['legal_name', 'incorporation_country', 'registration_number', 'representative'] as const) {
    const value = { legal_name: 'x', incorporation_country: 'GB', registration_number: null, representative: null }[
      name
    ];
    assert.deepEqual(pointersOf(await created(individual({ [name]: value }))), [`/${name} unknown_field`]);
    assert.deepEqual(pointersOf(await changed(person.id, { [name]: value })), [`/${name} unknown_field`]);
  }
});

test('a type that there is not is refused with those that there are', async () => {
  const { body } = await created({ type: 'trust', legal_name: 'x' });
  assert.deepEqual(body.errors, [
    { pointer: '/type', code: 'invalid_value', detail: 'Must be one of individual, business.' },
  ]);
});

test('a representative is filled member by member and shown whole', async () => {
  const { id } = await aCustomer(tenant, company({ representative: null }));
  assert.deepEqual((await changed(id, { representative: { first_name: 'Ada' } })).body.representative, {
    ...nobody,
    first_name: 'Ada',
  });
  const moved = await changed(id, { representative: { last_name: 'King', address: { city: 'Paris' } } });
  assert.deepEqual([moved.body.representative.first_name, moved.body.representative.address.city], ['Ada', 'Paris']);
  const cleared = await changed(id, { representative: { address: null, first_name: null, last_name: null } });
  assert.equal(cleared.body.representative, null);
});

test('what a representative must be is checked as for anybody', async () => {
  const representative = {
    first_name: '4242424242424242',
    date_of_birth: '1990-13-01',
    nationality: 'XX',
    title: 'Dr',
  };
  const address = { postal_code: '123', country: 'GB', planet: 'Earth' };
  assert.deepEqual(pointersOf(await created(company({ representative: { ...representative, address } }))).toSorted(), [
    '/representative/address/planet unknown_field',
    '/representative/address/postal_code invalid_format',
    '/representative/date_of_birth invalid_format',
    '/representative/first_name card_number_not_allowed',
    '/representative/nationality invalid_value',
    '/representative/title unknown_field',
  ]);
  const { id } = await aCustomer(
    tenant,
    company({ representative: { address: { postal_code: 'SW1Y 4LB', country: 'GB' } } }),
  );
  assert.deepEqual(pointersOf(await changed(id, { representative: { address: { country: 'DE' } } })), [
    '/representative/address/postal_code invalid_format',
  ]);
});

test('a legal name holds no card number', async () => {
  assert.deepEqual(pointersOf(await created(company({ legal_name: '4242 4242 4242 4242' }))), [
    '/legal_name card_number_not_allowed',
  ]);
});

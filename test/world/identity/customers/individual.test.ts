import '../../process.ts';
import assert from 'node:assert/strict';
import { individual } from '../../../helpers/fixtures/customers.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});
const tenant = await service.aBusiness();

const created = (fields: object) =>
  tenant.call({ method: 'POST', path: '/customers', body: individual(fields) });

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
  latin_name: null,
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

test('an individual shows every field as it was sent, names tidied, and the tax id by its last four only', async () => {
  const fields = {
    external_id: '4242424242424242',
    email: 'Ada.Lovelace@Example.com',
    phone: '+4930901820',
    address,
    metadata: { ' kept as sent ': ' x ', empty: '', constructor: 'c', toString: 't' },
    first_name: ' Ada ',
    middle_name: 'O’Brien-Smith 👩💻',
    last_name: '李',
    date_of_birth: '1915-12-10',
    nationality: 'GB',
  };
  const { body } = await created({ ...fields, tax_id: '12-34 5A7b' });
  const { id, created_at, updated_at, ...customer } = body;
  assert.deepEqual(customer, { ...unset, ...fields, first_name: 'Ada', tax_id_last4: '5A7b' });
  assert.deepEqual((await tenant.call({ method: 'GET', path: `/customers/${id}` })).body, body);
});

/** The errors of a refused create, as `pointer code`. */
const refused = async (fields: object): Promise<string[]> => {
  const { status, body, text } = await created(fields);
  assert.equal(status, 400, text);
  return body.errors.map(
    ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
  );
};

test('a card number is rejected in names and metadata, and only what is one', async () => {
  const numbers = [
    '4242424242424242',
    '4242 4242 4242 4242',
    '5555-5555-5555-4444',
    'card 378282246310005, thanks',
  ];
  for (const number of numbers) {
    for (const field of ['first_name', 'middle_name', 'last_name'])
      assert.deepEqual(await refused({ [field]: number }), [`/${field} card_number_not_allowed`]);
    assert.deepEqual(await refused({ metadata: { note: number } }), [
      '/metadata/note card_number_not_allowed',
    ]);
  }
  for (const other of ['4242424242424241', '424242424242', '1234567890128', '42424242424242424242'])
    assert.equal(
      (await created({ first_name: `${other} A`, metadata: { [other]: other } })).status,
      201,
      other,
    );
});

import '../../process.ts';
import assert from 'node:assert/strict';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();
const tenant = await aBusiness();

const created = (body: object) => tenant.call({ method: 'POST', path: '/customers', body });

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
  latin_name: null,
  registration_number: null,
  incorporation_country: 'GB',
  tax_id_last4: null,
  redaction: null,
  entity_type: null,
  industry_code: null,
  website: null,
  ownership_exemption: null,
  owners_declared_at: null,
};

test('a business shows every field as it was sent', async () => {
  const home = {
    line1: '1 Rue',
    line2: null,
    city: 'Paris',
    state: null,
    postal_code: '75001',
    country: 'FR',
  };
  const fields = {
    legal_name: 'Engines & Söhne GmbH',
    registration_number: '4242424242424242',
    incorporation_country: 'DE',
    entity_type: 'private_company',
    industry_code: '5734',
    website: 'https://example.com',
    ownership_exemption: 'listed',
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

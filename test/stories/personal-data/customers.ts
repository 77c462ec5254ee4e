import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { makeKey } from '../../../functions/tenants/api-keys/table.ts';
import type { FaultRule } from '../../../local/faults.ts';
import type { Local } from '../../../local/start.ts';
import { type Call, callerOf } from '../../helpers/call.ts';
import { administer, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { injectFault } from '../../helpers/injected-faults.ts';
import { aCardNumber, aPhone, aWord } from '../../helpers/personal-data-markers.ts';
import type { Planted } from './markers.test.ts';

/** The values that nobody may find in a log, by their kind. */
const personal = {
  first_name: `Ada ${aWord()}`,
  last_name: aWord(),
  email: `${aWord()}@example.com`,
  phone: aPhone(),
  line1: `${aWord()} street`,
  external_id: aWord(),
  metadata: aWord(),
  reason: aWord(),
  idempotency_key: aWord(),
  claimed_tenant: aWord(),
  path_id: aWord(),
  query: aWord(),
  header: aWord(),
  malformed: aWord(),
  unknown_field: aWord(),
};

/** Must not lie anywhere in the clear, the data's own file included. */
const secrets = {
  tax_id: aWord(),
  changed_tax_id: aWord(),
  refused_tax_id: aWord(),
  card_number: aCardNumber(),
  unknown_key: makeKey('secret', 'sandbox'),
  misspelt_key: `sk_sandbox_${aWord()}${'0'.repeat(20)}`,
};

const profile = () => {
  const { first_name, last_name, email, phone, line1, external_id, metadata } = personal;
  const address = { line1, city: 'Berlin', postal_code: '10115', country: 'DE' };
  const own = {
    first_name,
    last_name,
    email,
    phone,
    address,
    external_id,
    metadata: { note: metadata },
  };
  return { type: 'individual', ...own, tax_id: secrets.tax_id };
};

/** A person of a business, added, changed, rejected and removed. */
const plantPerson = async ({ call }: Tenant): Promise<void> => {
  const { first_name, last_name, email, phone, line1 } = personal;
  const business = { type: 'business', legal_name: last_name, incorporation_country: 'DE' };
  const { body: customer } = await call({ method: 'POST', path: '/customers', body: business });
  const adding = { method: 'POST', path: `/customers/${customer.id}/persons` };
  const body = {
    roles: ['representative'],
    first_name,
    last_name,
    email,
    phone,
    address: { line1 },
  };
  const { body: person } = await call({ ...adding, body: { ...body, tax_id: secrets.tax_id } });
  const path = `/persons/${person.id}`;
  assert.equal((await call({ ...adding, body })).status, 400, 'a second representative');
  assert.equal(
    (await call({ method: 'PATCH', path, body: { tax_id: secrets.changed_tax_id } })).status,
    200,
  );
  assert.equal((await call({ method: 'DELETE', path })).status, 204);
};

/** Requests that succeed, each followed by what goes wrong with its like. */
export const plantCustomers = async (local: Local, tenant: Tenant): Promise<Planted> => {
  const { call } = tenant;
  const headers = {
    'idempotency-key': personal.idempotency_key,
    'user-agent': personal.header,
    cookie: personal.header,
  };
  const creation = { method: 'POST', path: '/customers', headers, body: profile() };
  const { body: customer } = await call(creation);
  const path = `/customers/${customer.id}`;
  await call(creation);
  await call({ ...creation, body: { ...profile(), tax_id: secrets.refused_tax_id } });
  await call({ method: 'PATCH', path, body: { tax_id: secrets.changed_tax_id } });
  await plantPerson(tenant);
  await call({ method: 'POST', path: `${path}/suspend`, body: { reason: personal.reason } });
  await call({ method: 'GET', path: '/customers', query: [['email', personal.email]] });
  for (const bad of mistakes(path)) assert.ok((await call(bad)).status >= 400, JSON.stringify(bad));
  for (const key of [secrets.unknown_key, secrets.misspelt_key])
    assert.equal(
      (await callerOf(tenant.baseUrl, key)({ method: 'GET', path: '/accounts' })).status,
      401,
    );
  for (const rule of outages) {
    const fault = injectFault(local, tenant, rule);
    const body = { ...profile(), external_id: randomUUID() };
    assert.ok((await call({ method: 'POST', path: '/customers', body })).status >= 500);
    assert.ok(
      (await call({ method: 'PATCH', path, body: { tax_id: secrets.changed_tax_id } })).status >=
        500,
    );
    fault.remove();
  }
  const { secret_key } = await administer(local, {
    command: 'rotate',
    tenant_id: tenant.tenant_id,
  });
  return {
    personal,
    secrets: { ...secrets, second_key: secret_key },
    stored: personal.external_id,
    reported: ['customers.create', 'AccessDeniedException', 'unavailable'],
  };
};

/** The calls that fail at once, rather than at the end of a request's time. */
const outages: readonly FaultRule[] = [
  { effect: 'deny' },
  { effect: 'deny', service: 'kms' },
  { effect: 'unavailable', operation: /^(GetItem|Encrypt)$/ },
  { effect: 'kill-after' },
  { effect: 'kill-before', service: 'kms' },
];

const mistakes = (customer: string): Call[] => {
  const { malformed, path_id, claimed_tenant, query, unknown_field, header } = personal;
  const post = (body: unknown): Call => ({ method: 'POST', path: '/customers', body });
  return [
    post({ ...profile(), [unknown_field]: secrets.card_number }),
    post({ ...profile(), first_name: secrets.card_number }),
    post({ ...profile(), metadata: { note: secrets.card_number } }),
    post({ ...profile(), tax_id: `${secrets.refused_tax_id}!` }),
    post({ ...profile(), email: malformed }),
    post({ ...profile(), tax_id: [secrets.refused_tax_id] }),
    post({ ...profile(), tax_id: secrets.refused_tax_id }),
    {
      method: 'POST',
      path: '/customers',
      text: `{"tax_id":"${secrets.refused_tax_id}","a":"${malformed}`,
    },
    { ...post(profile()), headers: { 'idempotency-key': `${header} with spaces` } },
    { ...post(profile()), headers: { 'content-type': `text/${header}` } },
    {
      method: 'PATCH',
      path: customer,
      body: { first_name: secrets.card_number, tax_id: secrets.refused_tax_id },
    },
    {
      method: 'PATCH',
      path: customer,
      body: { phone: null },
      headers: { 'if-match': `"${header}"` },
    },
    { method: 'POST', path: `${customer}/close`, body: { reason: secrets.card_number } },
    { method: 'GET', path: `/customers/${path_id}` },
    { method: 'GET', path: `/${path_id}` },
    { method: 'GET', path: '/customers', query: [['cursor', query]] },
    { method: 'GET', path: '/customers', query: [[query, query]] },
    { method: 'GET', path: '/accounts', headers: { 'x-tenant-id': claimed_tenant } },
  ];
};

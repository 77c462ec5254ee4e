import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeKey } from '../../functions/store/accounts/secret-key.ts';
import type { FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';
import { atRest } from '../helpers/at-rest.ts';
import { type Call, callerOf } from '../helpers/call.ts';
import { aCardNumber, aPhone, aWord, looksOf } from '../helpers/canary.ts';
import { administer, aTenant, type Tenant } from '../helpers/given.ts';
import { startService } from '../helpers/service.ts';
import { strike } from '../helpers/strikes.ts';

/** What nobody may find in a log, by what it is. */
const canaries = {
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

/** What must not lie anywhere in the clear, the data's own file included. */
const secrets = {
  tax_id: aWord(),
  changed_tax_id: aWord(),
  refused_tax_id: aWord(),
  card_number: aCardNumber(),
  unknown_key: makeKey('secret', 'sandbox'),
  misspelt_key: `sk_sandbox_${aWord()}${'0'.repeat(20)}`,
};

const folder = mkdtempSync(join(tmpdir(), 'canaries-'));
let local: Local;
let tenant: Tenant;
before(async () => {
  local = await startService({ memory: false, folder });
  tenant = await aTenant(local);
  await plant();
});
after(async () => {
  await local.stop();
  rmSync(folder, { recursive: true, force: true });
});

const profile = () => {
  const { first_name, last_name, email, phone, line1, external_id, metadata } = canaries;
  const address = { line1, city: 'Berlin', postal_code: '10115', country: 'DE' };
  const own = { first_name, last_name, email, phone, address, external_id, metadata: { note: metadata } };
  return { type: 'individual', ...own, tax_id: secrets.tax_id };
};

/** Requests that succeed, each followed by what goes wrong with its like. */
const plant = async (): Promise<void> => {
  const { call } = tenant;
  const headers = {
    'idempotency-key': canaries.idempotency_key,
    'user-agent': canaries.header,
    cookie: canaries.header,
  };
  const creation = { method: 'POST', path: '/customers', headers, body: profile() };
  const { body: customer } = await call(creation);
  const path = `/customers/${customer.id}`;
  await call(creation);
  await call({ ...creation, body: { ...profile(), tax_id: secrets.refused_tax_id } });
  await call({ method: 'PATCH', path, body: { tax_id: secrets.changed_tax_id } });
  await call({ method: 'POST', path: `${path}/suspend`, body: { reason: canaries.reason } });
  await call({ method: 'GET', path: '/customers', query: [['email', canaries.email]] });
  for (const bad of mistakes(path)) assert.ok((await call(bad)).status >= 400, JSON.stringify(bad));
  for (const key of [secrets.unknown_key, secrets.misspelt_key])
    assert.equal((await callerOf(tenant.baseUrl, key)({ method: 'GET', path: '/accounts' })).status, 401);
  for (const rule of outages) {
    const fault = strike(local, tenant, rule);
    const body = { ...profile(), external_id: randomUUID() };
    assert.ok((await call({ method: 'POST', path: '/customers', body })).status >= 500);
    assert.ok((await call({ method: 'PATCH', path, body: { tax_id: secrets.changed_tax_id } })).status >= 500);
    fault.remove();
  }
};

/** What fails at once, rather than at the end of a request's time. */
const outages: readonly FaultRule[] = [
  { effect: 'deny' },
  { effect: 'deny', service: 'kms' },
  { effect: 'unavailable', operation: /^(GetItem|Encrypt)$/ },
  { effect: 'kill-after' },
  { effect: 'kill-before', service: 'kms' },
];

const mistakes = (customer: string): Call[] => {
  const { malformed, path_id, claimed_tenant, query, unknown_field, header } = canaries;
  const post = (body: unknown): Call => ({ method: 'POST', path: '/customers', body });
  return [
    post({ ...profile(), [unknown_field]: secrets.card_number }),
    post({ ...profile(), first_name: secrets.card_number }),
    post({ ...profile(), metadata: { note: secrets.card_number } }),
    post({ ...profile(), tax_id: `${secrets.refused_tax_id}!` }),
    post({ ...profile(), email: malformed }),
    post({ ...profile(), tax_id: [secrets.refused_tax_id] }),
    post({ ...profile(), tax_id: secrets.refused_tax_id }),
    { method: 'POST', path: '/customers', text: `{"tax_id":"${secrets.refused_tax_id}","a":"${malformed}` },
    { ...post(profile()), headers: { 'idempotency-key': `${header} with spaces` } },
    { ...post(profile()), headers: { 'content-type': `text/${header}` } },
    { method: 'PATCH', path: customer, body: { first_name: secrets.card_number, tax_id: secrets.refused_tax_id } },
    { method: 'PATCH', path: customer, body: { phone: null }, headers: { 'if-match': `"${header}"` } },
    { method: 'POST', path: `${customer}/close`, body: { reason: secrets.card_number } },
    { method: 'GET', path: `/customers/${path_id}` },
    { method: 'GET', path: `/${path_id}` },
    { method: 'GET', path: '/customers', query: [['cursor', query]] },
    { method: 'GET', path: '/customers', query: [[query, query]] },
    { method: 'GET', path: '/accounts', headers: { 'x-tenant-id': claimed_tenant } },
  ];
};

test('no line that any function printed holds what a caller wrote, or a key', async () => {
  const rotated = await administer(local, { command: 'rotate', tenant_id: tenant.tenant_id });
  const keys = { first_key: tenant.secret_key, second_key: rotated.secret_key };
  const lines = local.logs.lines().map(({ line }) => line);
  for (const [what, canary] of Object.entries({ ...canaries, ...secrets, ...keys }))
    for (const look of looksOf(canary)) assert.ok(!lines.some((line) => line.includes(look)), what);
  for (const told of ['customers.create', 'AccessDeniedException', 'unavailable', tenant.tenant_id])
    assert.ok(
      lines.some((line) => line.includes(told)),
      `the logs should tell of ${told}`,
    );
});

test('no file of the data holds a tax id, a card number or a key in the clear', async () => {
  const data = await atRest(local, folder);
  for (const [what, canary] of Object.entries({ ...secrets, key: tenant.secret_key }))
    for (const look of looksOf(canary)) assert.ok(!data.includes(look), what);
  assert.ok(data.includes(canaries.external_id), 'what may lie there is found');
});

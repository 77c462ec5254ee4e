import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { saveDelivery } from '../../../../functions/delivery/deliveries/table.ts';
import { saveHealth } from '../../../../functions/delivery/webhooks/health-table.ts';
import { saveWebhook } from '../../../../functions/delivery/webhooks/table.ts';
import { newOnboardingLink } from '../../../../functions/identity/onboarding-links/model.ts';
import {
  saveOnboardingLink,
  saveToken,
} from '../../../../functions/identity/onboarding-links/table.ts';
import { apiKeyKey } from '../../../../functions/tenants/accounts/access-table.ts';
import { listApiKeys, rotateApiKeys } from '../../../../functions/tenants/api-keys/routes.ts';
import { hashOf } from '../../../../functions/tenants/api-keys/table.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../../../helpers/an-endpoint.ts';
import { callerOf, done, seen } from '../../../helpers/call.ts';
import { openUntil } from '../../../helpers/endpoints-on.ts';
import { anOrderedCard } from '../../../helpers/fixtures/cards.ts';
import { aStoredDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { aDecidedDocument } from '../../../helpers/fixtures/documents.ts';
import { anOnboardingLink, pageCallerOf } from '../../../helpers/fixtures/onboarding.ts';
import {
  aRegisteredTenant,
  aRestrictedKey,
  type Tenant,
} from '../../../helpers/fixtures/tenants.ts';
import { aStoredWebhook, aWebhook } from '../../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { documentThatIs, eventsOf } from '../../../helpers/uploads.ts';
import { world } from '../../world.ts';

const service = await world();
const { aBusiness, tables } = service;

const [hour, day] = [60 * 60, 24 * 60 * 60];

const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const advance = (tenant: Tenant, seconds: number) =>
  done(tenant, '/simulations/clock', { advance_to: ahead(seconds) });

const inDays = (days: number) =>
  new Date(Date.now() + days * day * 1000).toISOString().slice(0, 10);

test('a delivery whose next attempt is in an hour is attempted when an hour has passed, and not before', async (t) => {
  const tenant = await aBusiness();
  const endpoint = await anEndpoint(t, withStatus(503, { 'retry-after': '3600' }));
  const { id } = await aWebhook(tenant, { url: endpoint.url });
  await done(tenant, `/webhooks/${id}/test`, {});
  await endpoint.arrived(1);
  const undelivered = () => seen(tenant, `/deliveries?webhook_id=${id}&status=undelivered`);
  await until(
    async () => (await undelivered()).data[0]?.attempts_left < 11,
    'the first attempt is recorded',
  );
  endpoint.answer(withStatus(200));
  const { deliveries, has_more } = await advance(tenant, hour / 2);
  assert.deepEqual([deliveries, has_more], [0, false]);
  assert.equal((await advance(tenant, 2 * hour)).deliveries, 1);
  await endpoint.arrived(2);
  await until(async () => (await undelivered()).data.length === 0, 'it is delivered');
});

test('a document is announced as expiring, and then expires', async () => {
  const tenant = await aBusiness();
  const other = await aBusiness();
  const waits = { outcome: 'accepted', expires_on: inDays(60) };
  const { id } = await aDecidedDocument(tenant, waits);
  const { id: foreign } = await aDecidedDocument(other, waits);
  const typesOf = async () => (await eventsOf(tenant, id)).map(({ type }) => type);
  assert.equal((await advance(tenant, 10 * day)).documents, 0);
  assert.equal((await advance(tenant, 40 * day)).documents, 1);
  await until(async () => (await typesOf()).includes('document.expiring'), 'it is announced');
  assert.equal((await advance(tenant, 40 * day)).documents, 1);
  await documentThatIs(tenant, id, 'expired');
  const happened = ['created', 'accepted', 'updated', 'expiring', 'updated', 'expired'];
  assert.deepEqual(
    await typesOf(),
    happened.map((verb) => `document.${verb}`),
  );
  assert.equal((await seen(other, `/documents/${foreign}`)).expires_on, inDays(60));
});

test('an upload that is awaited for a week expires', async () => {
  const tenant = await aBusiness();
  const { id: customer_id } = await done(tenant, '/customers', {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'L',
  });
  const announced = { type: 'passport', content_type: 'image/jpeg', size_bytes: 1000 };
  const { id } = await done(tenant, `/customers/${customer_id}/documents`, announced);
  assert.equal((await advance(tenant, 8 * day)).documents, 1);
  assert.equal((await seen(tenant, `/documents/${id}`)).status, 'expired');
});

test('the earlier secret of a webhook ends with its grace', async () => {
  const tenant = await aBusiness();
  const { id } = await aWebhook(tenant);
  await done(tenant, `/webhooks/${id}/rotate-secret`, { grace_seconds: 7 * day });
  const live = async () => (await seen(tenant, `/webhooks/${id}`)).secrets.length;
  assert.equal(await live(), 2);
  assert.equal((await advance(tenant, 8 * day)).secrets, 1);
  assert.equal(await live(), 1);
  assert.equal((await advance(tenant, 8 * day)).secrets, 0);
});

test('the keys that were replaced end with their grace, and a restricted key with its time', async () => {
  const tenant = await aRegisteredTenant(service);
  const restricted = await aRestrictedKey(tenant, ['customers:read'], {
    expires_at: ahead(6 * day),
  });
  const lasting = await aRestrictedKey(tenant, ['customers:read'], { expires_at: ahead(30 * day) });
  const { body } = await tenant.operate(rotateApiKeys, { body: { grace_seconds: 7 * day } });
  const rotated = { call: callerOf(tenant.baseUrl, body.secret_key) };
  const advancing = (seconds: number) =>
    done(rotated, '/simulations/clock', { advance_to: ahead(seconds) });
  const eventsBefore = (await seen(rotated, '/events?limit=100')).data.length;
  assert.equal((await advancing(hour / 10)).keys, 0);
  // The old pair, whose grace this service counts faster, and one restricted key.
  assert.equal((await advancing(8 * day)).keys, 3);
  assert.equal((await advancing(8 * day)).keys, 0);
  const status = async (key: string) =>
    (await callerOf(tenant.baseUrl, key)({ method: 'GET', path: '/customers' })).status;
  assert.deepEqual(
    await Promise.all([tenant.secret_key, restricted, lasting].map(status)),
    [401, 401, 200],
  );
  const { data } = (await tenant.operate(listApiKeys, {})).body;
  assert.deepEqual(data.map((key: Any) => key.status).toSorted(), [
    'active',
    'active',
    'active',
    'expired',
    'expired',
    'expired',
  ]);
  assert.equal(
    (await seen(rotated, '/events?limit=100')).data.length,
    eventsBefore,
    'that time passes is no event',
  );
});

test('an onboarding link ends with its time, for its customer too', async () => {
  const tenant = await aBusiness();
  const [link, longer] = [
    await anOnboardingLink(tenant, { expires_in_seconds: 7 * day }),
    await anOnboardingLink(tenant, { expires_in_seconds: 7 * day }),
  ];
  await done(tenant, `/onboarding-links/${longer.id}/revoke`);
  assert.equal((await advance(tenant, hour / 10)).onboarding_links, 0);
  assert.equal((await advance(tenant, 8 * day)).onboarding_links, 1);
  const { status, version } = await seen(tenant, `/onboarding-links/${link.id}`);
  assert.deepEqual([status, version], ['expired', 2]);
  const token = await tables.get(apiKeyKey(hashOf(link.token)));
  assert.ok(token.expires_at <= new Date().toISOString(), 'the authorizer lets nobody in by it');
  const page = pageCallerOf(tenant.baseUrl, link.token);
  assert.equal((await page({ method: 'GET', path: '/onboarding' })).status, 401);
  assert.equal((await seen(tenant, `/onboarding-links/${longer.id}`)).status, 'revoked');
});

test('what does not fit one transaction comes with the next calls, and no kind keeps another out', async (t) => {
  const tenant = await aBusiness();
  const { tenant_id } = tenant;
  const due = ahead(day);
  const newId = idsAt(new Date());
  const { id: webhook_id } = await aWebhook(tenant, { event_types: ['webhook.test'] });
  const next = { tenant_id, webhook_id, next_attempt_at: due, scheduled_at: due };
  const links = Array.from({ length: 45 }, () =>
    newOnboardingLink(
      {
        id: newId('onboarding_link'),
        tenant_id,
        customer_id: newId('customer'),
        level: 'standard',
        return_url: 'https://shop.example.com/',
        brand_color: null,
        asked_fields: [],
        hash: randomUUID(),
        expires_at: due,
      },
      new Date(),
    ),
  );
  const account = {
    account_id: tenant.account_id,
    account_status: 'active',
    environment: 'sandbox',
  };
  const earlier = {
    version: 1,
    created_at: new Date().toISOString(),
    expires_at: due,
    encrypted: 'c2VhbGVk',
  };
  const webhooks = Array.from({ length: 15 }, (_, nth) =>
    aStoredWebhook({
      id: newId('webhook'),
      tenant_id,
      slot: String(nth + 2).padStart(2, '0'),
      secrets: [earlier],
    }),
  );
  for (let nth = 0; nth < 6; nth += 1)
    await aRestrictedKey(tenant, ['customers:read'], { expires_at: due });
  const writes = [
    ...Array.from({ length: 45 }, () =>
      saveDelivery(aStoredDelivery({ ...next, id: newId('delivery') })),
    ),
    ...Array.from({ length: 45 }, () =>
      saveHealth({ tenant_id, id: newId('webhook') }, openUntil(due), new Date()),
    ),
    ...webhooks.flatMap((one) => saveWebhook(one)),
    ...links.flatMap(({ after }) => [saveOnboardingLink(after), saveToken(after, account)]),
  ];
  await tenant.put(writes);
  // Waiting deliveries would be tried for days.
  t.after(() => tables.remove(writes.map(({ key }) => key)));
  const calls: Any[] = [];
  do calls.push(await advance(tenant, 2 * day));
  while (calls.at(-1).has_more && calls.length < 10);
  // A transaction of AWS has at most 100 items, which this machine does not hold anybody to. Here
  // 20 + 20 + 15 + 40 + 10 wait: a link also has its token, and an account, besides the keys that
  // end, its other pair, itself and its tenant.
  const writesOf = ({
    deliveries,
    endpoints,
    secrets,
    keys,
    onboarding_links: ended,
  }: Any): number => deliveries + endpoints + secrets + (keys > 0 ? keys + 4 : 0) + 2 * ended;
  assert.ok(
    calls.map(writesOf).every((writes) => writes < 100),
    JSON.stringify(calls),
  );
  const sumOf = (kind: string): number => calls.reduce((sum, one) => sum + one[kind], 0);
  assert.deepEqual(
    ['endpoints', 'secrets', 'keys', 'onboarding_links'].map(sumOf),
    [45, 15, 6, 45],
  );
  // One that was attempted meanwhile and failed waits again.
  assert.ok(sumOf('deliveries') >= 45);
  assert.ok(calls.length < 10 && calls[0].onboarding_links > 0, JSON.stringify(calls));
});

test('a card is renewed, and then the old one ends; the new one has years left', async () => {
  const tenant = await aBusiness();
  const old = await anOrderedCard(tenant);
  const single = await anOrderedCard(tenant, { cancel_after: { authorizations: 1 } });
  const get = (id: string) => seen(tenant, `/cards/${id}`);
  const expires = (Date.UTC(old.exp_year, old.exp_month, 1) - Date.now()) / 1000;
  assert.equal((await advance(tenant, 300 * day)).cards, 0);
  assert.equal((await advance(tenant, expires - 10 * day)).cards, 2);
  await until(async () => (await get(old.id)).replaced_by !== null, 'the next card is ordered');
  const next = await get((await get(old.id)).replaced_by);
  assert.deepEqual(
    [next.replacement_for, next.replacement_reason, next.status],
    [old.id, 'expired', 'active'],
  );
  assert.deepEqual([next.exp_month, next.exp_year], [old.exp_month, old.exp_year + 4]);
  await until(
    async () => (await get(single.id)).renewal_skipped === 'cancel_after',
    'it is not renewed',
  );
  assert.equal((await get(old.id)).status, 'active');
  assert.equal((await advance(tenant, expires + day)).cards, 2);
  for (const { id } of [old, single])
    await until(
      async () => (await get(id)).status_reason === 'expired',
      'it ends with its last month',
    );
  assert.equal((await get(next.id)).status, 'active');
  assert.equal((await seen(tenant, '/cards')).data.length, 3);
});

test('the same key makes time pass once', async () => {
  const tenant = await aBusiness();
  await aDecidedDocument(tenant, { outcome: 'accepted', expires_on: inDays(300) });
  const body = { advance_to: ahead(290 * day) };
  const call = () =>
    tenant.call({
      method: 'POST',
      path: '/simulations/clock',
      body,
      headers: { 'idempotency-key': 'once' },
    });
  const [first, second] = [await call(), await call()];
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body, first.body);
});

test('no time comes that is over or more than 1 830 days ahead', async () => {
  const tenant = await aBusiness();
  for (const [seconds, code] of [
    [-day, 'too_small'],
    [1_831 * day, 'too_big'],
  ] as const) {
    const { status, body } = await tenant.call({
      method: 'POST',
      path: '/simulations/clock',
      body: { advance_to: ahead(seconds) },
    });
    assert.deepEqual(
      [status, body.errors[0].pointer, body.errors[0].code],
      [400, '/advance_to', code],
    );
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../../helpers/an-endpoint.ts';
import { done, seen } from '../../helpers/call.ts';
import { aDecidedDocument } from '../../helpers/fixtures/documents.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { documentThatIs, eventsOf } from '../../helpers/uploads.ts';

const local = await sharedTimeScaled();

const [hour, day] = [60 * 60, 24 * 60 * 60];

const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const advance = (tenant: Tenant, seconds: number) => done(tenant, '/simulations/clock', { advance_to: ahead(seconds) });

const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString().slice(0, 10);

test('a delivery whose next attempt is in an hour is attempted when an hour has passed, and not before', async (t) => {
  const tenant = await aTenant(local);
  const endpoint = await anEndpoint(t, withStatus(503, { 'retry-after': '3600' }));
  const { id } = await aWebhook(tenant, { url: endpoint.url });
  await done(tenant, `/webhooks/${id}/test`, {});
  await endpoint.arrived(1);
  const undelivered = () => seen(tenant, `/deliveries?webhook_id=${id}&status=undelivered`);
  await until(async () => (await undelivered()).data[0]?.attempts_left < 11, 'the first attempt is recorded');
  endpoint.answer(withStatus(200));
  const { deliveries, has_more } = await advance(tenant, hour / 2);
  assert.deepEqual([deliveries, has_more], [0, false]);
  assert.equal((await advance(tenant, 2 * hour)).deliveries, 1);
  await endpoint.arrived(2);
  await until(async () => (await undelivered()).data.length === 0, 'it is delivered');
});

test('a document is announced as expiring, and then expires', async () => {
  const tenant = await aTenant(local);
  const other = await aTenant(local);
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
  const tenant = await aTenant(local);
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
  const tenant = await aTenant(local);
  const { id } = await aWebhook(tenant);
  await done(tenant, `/webhooks/${id}/rotate-secret`, { grace_seconds: 7 * day });
  const live = async () => (await seen(tenant, `/webhooks/${id}`)).secrets.length;
  assert.equal(await live(), 2);
  assert.equal((await advance(tenant, 8 * day)).secrets, 1);
  assert.equal(await live(), 1);
  assert.equal((await advance(tenant, 8 * day)).secrets, 0);
});

test('the same key makes time pass once', async () => {
  const tenant = await aTenant(local);
  await aDecidedDocument(tenant, { outcome: 'accepted', expires_on: inDays(300) });
  const body = { advance_to: ahead(290 * day) };
  const call = () =>
    tenant.call({
      ...{ method: 'POST', path: '/simulations/clock', body },
      headers: { 'idempotency-key': 'once' },
    });
  const [first, second] = [await call(), await call()];
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body, first.body);
});

test('no time comes that is over or more than 400 days ahead', async () => {
  const tenant = await aTenant(local);
  for (const [seconds, code] of [
    [-day, 'too_small'],
    [401 * day, 'too_big'],
  ] as const) {
    const { status, body } = await tenant.call({
      ...{ method: 'POST', path: '/simulations/clock', body: { advance_to: ahead(seconds) } },
    });
    assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [400, '/advance_to', code]);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../../helpers/an-endpoint.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/tables.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, losingEndpointMessages, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();
const stored = storedIn(local);

const hour_ms = 3_600_000;

/**
 * Overwrites what is stored of an endpoint's health, as a far newer version: an attempt that read the health before then
 * fails to write it, and reads it again.
 */
const setHealth = async ({ tenant_id }: Tenant, webhook: Any, values: Readonly<Record<string, unknown>>) => {
  const key = { pk: `${tenant_id}/${webhook.id}`, sk: 'health' };
  const all = await stored.items('deliveries', tenant_id);
  const { version } = all.find(({ pk, sk }) => pk === key.pk && sk === key.sk) ?? assert.fail();
  await stored.set('deliveries', key, { ...values, version: Number(version) + 1_000 });
};

/** So many events at once, which is what opens the breaker of an endpoint that takes none. */
const severalEvents = (tenant: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => aCustomer(tenant)));

/**
 * An endpoint whose breaker so many events have opened, its next probe an hour ahead: nobody makes one before that is stored,
 * however soon the first would come. So many of the events are paused by then: what their attempts said of its health is stored.
 */
const openedBy = async (tenant: Tenant, webhook: Any, count: number, paused = count) => {
  const { ask, several } = webhooksOf(tenant);
  const read = () => ask('GET', `/webhooks/${webhook.id}`);
  const probing = losingEndpointMessages(local);
  try {
    await severalEvents(tenant, count);
    const { health } = await until(async () => {
      const shown = await read();
      return shown.health.state === 'open' && shown;
    }, 'the breaker opens');
    await several(webhook, paused, isNow('paused'));
    await setHealth(tenant, webhook, { next_probe_at: new Date(Date.now() + hour_ms).toISOString() });
    return { health, read };
  } finally {
    probing.remove();
  }
};

/** The time of the next probe has come. */
const probeNow = async (tenant: Tenant, webhook: Any) => {
  const now = new Date().toISOString();
  await setHealth(tenant, webhook, { next_probe_at: now, scheduled_at: now });
};

test('a dead endpoint is left alone after five failures, probed by one delivery, and gets everything once it is back', async (t) => {
  const tenant = await aTenant(local);
  const { create, delivery, several } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t, withStatus(500));
  const webhook = await create({ url: endpoint.url, event_types: ['customer.created'] });
  const { health, read } = await openedBy(tenant, webhook, 5);
  assert.equal(health.last_success_at, null);
  assert.ok(health.consecutive_failures >= 5 && health.next_probe_at > health.since, JSON.stringify(health));
  const early = new Set((await several(webhook, 5, isNow('paused'))).map(({ id }) => id));
  const failures = endpoint.arrivals.length;
  // What was in flight when it opened, and no more.
  assert.ok(failures <= 10, `${failures} attempts`);
  await severalEvents(tenant, 6);
  const paused = await several(webhook, 11, isNow('paused'));
  // Of those before, one may have been repeated before the last one's turn came.
  const later = paused.filter(({ id }) => !early.has(id));
  assert.equal(later.length, 6);
  for (const { attempts_made, attempts_left } of later) assert.deepEqual([attempts_made, attempts_left], [0, 11]);
  assert.equal(endpoint.arrivals.length, failures);
  const before = new Map(paused.map(({ id, attempts_left }) => [id, attempts_left]));
  await probeNow(tenant, webhook);
  await endpoint.arrived(failures + 1);
  const probed = await until(async () => {
    const found = (await several(webhook, 1)).find(({ last_attempt }) => last_attempt?.trigger === 'probe');
    return found && delivery(found, () => true);
  }, 'the probe is recorded');
  assert.equal(probed.attempts_left, before.get(probed.id));
  endpoint.answer(withStatus(200));
  const all = await several(webhook, 11, isNow('succeeded'));
  assert.equal(all.length, 11);
  const succeeded = await Promise.all(all.map((one) => delivery(one, () => true)));
  const arrivedBy = succeeded.flatMap(({ attempts }) => attempts.filter(({ error }: Any) => error === null));
  assert.equal(arrivedBy.length, 11, 'each arrived once');
  const first = arrivedBy.toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1))[0];
  assert.equal(first.trigger, 'probe');
  const back = await until(async () => {
    const shown = await read();
    return shown.health.state === 'healthy' && shown;
  }, 'it is healthy');
  assert.deepEqual([back.health.consecutive_failures, back.health.next_probe_at, back.version], [0, null, 1]);
});

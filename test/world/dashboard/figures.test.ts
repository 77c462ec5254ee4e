import '../process.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '../../../functions/deliveries/model.ts';
import { saveDelivery } from '../../../functions/deliveries/table.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { getFigures } from '../../../functions/overview/routes.ts';
import { verificationKey, verificationsInStatus } from '../../../functions/verifications/table.ts';
import { seen } from '../../helpers/call.ts';
import { aStoredAuthorization } from '../../helpers/fixtures/authorizations.ts';
import { aStoredCard } from '../../helpers/fixtures/cards.ts';
import { aStoredCustomer } from '../../helpers/fixtures/customers.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { world } from '../world.ts';

const { aBusiness } = await world();
const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;

type Of = { readonly webhook_id: string; readonly status: Delivery['status']; readonly made: Date };

/** Deliveries of a webhook that were tried once. */
const deliveries = (tenant: Tenant, of: Of, count: number, duration_ms = 20) => {
  const newId = idsAt(of.made);
  const at = of.made.toISOString();
  const error = of.status === 'succeeded' ? null : ({ kind: 'http_status', message: 'The status was 500.' } as const);
  const response_status = error ? 500 : 200;
  const last_attempt = { ...{ number: 1, trigger: 'automatic', started_at: at, duration_ms }, response_status, error };
  const rest = { tenant_id: tenant.tenant_id, webhook_id: of.webhook_id, status: of.status, created_at: at } as const;
  const all = Array.from({ length: count }, () =>
    aStoredDelivery({
      ...rest,
      id: newId('delivery'),
      scheduled_at: null,
      last_attempt,
      attempts_made: 1,
    } as Partial<Delivery>),
  );
  return tenant.put(all.map((one) => saveDelivery(one)));
};

const figures = async (tenant: Tenant): Promise<Any> => {
  const { status, body, text } = await tenant.operate(getFigures);
  assert.equal(status, 200, text);
  return body;
};

test('customers and verifications of 30 days are counted by the day of their creation', async () => {
  const tenant = await aBusiness();
  await aStoredCustomer(tenant);
  await aStoredCustomer(tenant);
  const stored = (ago: number, status: string) => {
    const id = idsAt(new Date(Date.now() - ago * day_ms))('verification');
    const item = { status_key: verificationsInStatus(tenant.tenant_id, status) };
    return { kind: 'put', key: verificationKey(tenant.tenant_id, id), item, when: { expression: '' } } as const;
  };
  const made = [
    [0, 'verified'],
    [29, 'verified'],
    [29, 'rejected'],
    [31, 'verified'],
  ] as const;
  await tenant.put(made.map(([ago, status]) => stored(ago, status)));
  const { days, more } = await figures(tenant);
  assert.deepEqual([days.length, more, days.at(-1).day], [30, false, new Date().toISOString().slice(0, 10)]);
  const none = { requires_input: 0, processing: 0, verified: 0, rejected: 0, canceled: 0 };
  assert.deepEqual(days[0].verifications, { ...none, verified: 1, rejected: 1 });
  assert.deepEqual([days.at(-1).customers, days.at(-1).verifications], [2, { ...none, verified: 1 }]);
  const { data } = await seen(tenant, '/customers');
  assert.equal(
    data.length,
    days.reduce((sum: number, { customers }: Any) => sum + customers, 0),
  );
});

test('more of a day than are read at once are counted by the database', async () => {
  const tenant = await aBusiness();
  const at = (ago: number) => idsAt(new Date(Date.now() - ago * day_ms));
  const stored = (newId: ReturnType<typeof at>) => {
    const item = { status_key: verificationsInStatus(tenant.tenant_id, 'verified') };
    const key = verificationKey(tenant.tenant_id, newId('verification'));
    return { kind: 'put', key, item, when: { expression: '' } } as const;
  };
  const [recent, earlier] = [at(1), at(4)];
  await tenant.put([
    ...Array.from({ length: 1_200 }, () => stored(recent)),
    ...Array.from({ length: 300 }, () => stored(earlier)),
  ]);
  const { days, more } = await figures(tenant);
  const verified = days.map(({ verifications }: Any) => verifications.verified);
  assert.deepEqual([verified.at(-2), verified.at(-5), more], [1_200, 300, false]);
  assert.equal(
    verified.reduce((sum: number, one: number) => sum + one, 0),
    1_500,
  );
});

test('authorizations of 30 days are counted by their decision, and their amounts by day', async () => {
  const tenant = await aBusiness();
  const card = await aStoredCard(tenant);
  await aStoredAuthorization(tenant, { amount: 4_250 }, card);
  await aStoredAuthorization(tenant, { amount: 700, status: 'closed', captured_amount: 600 }, card);
  const declined = { approved: false, status: 'closed', decline_reason: 'card_frozen' } as const;
  await aStoredAuthorization(tenant, declined, card);
  const { authorizations, spending } = await figures(tenant);
  const { since, ...counts } = authorizations;
  assert.deepEqual(counts, { counted: 3, more: false, approved: 2, declined: [{ reason: 'card_frozen', count: 1 }] });
  assert.ok(Date.parse(since) > Date.now() - hour_ms);
  const { created_at, currency } = (await seen(tenant, '/authorizations')).data[0];
  assert.deepEqual(spending, [{ day: created_at.slice(0, 10), currency, amount: 4_850 }]);
});

test('the deliveries of a webhook are those of the list, by hour or day, with their latency and errors', async () => {
  const tenant = await aBusiness();
  const [{ id: webhook_id }, { id: other }] = [await aWebhook(tenant), await aWebhook(tenant)];
  const now = Date.now();
  const made = (hours: number) => new Date(now - hours * hour_ms);
  await deliveries(tenant, { webhook_id, status: 'succeeded', made: made(0) }, 3, 30);
  await deliveries(tenant, { webhook_id, status: 'retrying', made: made(2) }, 2, 900);
  await deliveries(tenant, { webhook_id, status: 'failed', made: made(50) }, 1, 10_000);
  await deliveries(tenant, { webhook_id: other, status: 'failed', made: made(2) }, 7);
  const day = await seen(tenant, `/webhooks/${webhook_id}/statistics`);
  const sums = ({ deliveries: all }: Any) =>
    ['succeeded', 'retrying', 'failed', 'paused'].map((name) =>
      all.reduce((sum: number, one: Any) => sum + one[name], 0),
    );
  assert.deepEqual([day.period, day.deliveries.length, sums(day)], ['day', 24, [3, 2, 0, 0]]);
  assert.deepEqual(day.latency, { attempts: 5, more: false, p50_ms: 30, p95_ms: 900 });
  assert.partialDeepStrictEqual(day.errors, [{ kind: 'http_status', response_status: 500, count: 2 }]);
  const week = await seen(tenant, `/webhooks/${webhook_id}/statistics?period=week`);
  assert.deepEqual([week.period, week.deliveries.length, sums(week)], ['week', 7, [3, 2, 1, 0]]);
  const { data } = await seen(tenant, `/deliveries?webhook_id=${webhook_id}&status=retrying`);
  assert.equal(data.length, 2);
});

test('statistics have the newest 500 deliveries, and count all', async () => {
  const tenant = await aBusiness();
  const { id: webhook_id } = await aWebhook(tenant);
  const other = idsAt(new Date())('webhook');
  const made = new Date(Date.now() - hour_ms);
  await deliveries(tenant, { webhook_id, status: 'succeeded', made }, 600);
  await deliveries(tenant, { webhook_id: other, status: 'succeeded', made }, 600);
  const { deliveries: hours, deliveries_more, latency } = await seen(tenant, `/webhooks/${webhook_id}/statistics`);
  assert.equal(
    hours.reduce((sum: number, { succeeded }: Any) => sum + succeeded, 0),
    600,
  );
  assert.deepEqual([deliveries_more, latency.attempts, latency.more], [false, 500, true]);
});

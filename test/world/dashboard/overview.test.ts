import '../process.ts';
import assert from 'node:assert/strict';
import { getOverview } from '../../../functions/app/overview/routes.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import type { Delivery } from '../../../functions/delivery/deliveries/model.ts';
import { saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import { healthKey } from '../../../functions/delivery/webhooks/health-table.ts';
import {
  verificationKey,
  verificationsInReview,
} from '../../../functions/identity/verifications/table.ts';
import { rotateApiKeys } from '../../../functions/tenants/api-keys/routes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';
import { aStoredScreening } from '../../helpers/fixtures/screenings.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const service = await world();

const overview = async (tenant: Tenant): Promise<Any> => {
  const { status, body, text } = await tenant.operate(getOverview);
  assert.equal(status, 200, text);
  return body;
};

const hour_ms = 3_600_000;

/** Deliveries made at a moment. */
const deliveries = (
  { tenant_id, put }: Tenant,
  status: Delivery['status'],
  made: Date,
  count: number,
) => {
  const newId = idsAt(made);
  const items = Array.from({ length: count }, () =>
    saveDelivery(aStoredDelivery({ id: newId('delivery'), tenant_id, status, scheduled_at: null })),
  );
  return put(items);
};

test('a business without anything has nothing to attend to', async () => {
  const { webhooks, hours, last_day, day_before, more, keys_expiring, ...counts } = await overview(
    await service.aBusiness(),
  );
  assert.deepEqual(webhooks, { total: 0, failing: [] });
  const nothing = { count: 0, more: false };
  assert.partialDeepStrictEqual(counts, {
    undelivered: nothing,
    reviews_waiting: nothing,
    screenings_open: nothing,
  });
  assert.deepEqual([more, keys_expiring], [false, []]);
  const deliveries = { succeeded: 0, retrying: 0, failed: 0, paused: 0 };
  const quiet = { deliveries, p95_ms: null, approved: 0, declined: 0, spending: [] };
  assert.deepEqual([last_day, day_before], [quiet, quiet]);
  const begins = hours.map(({ hour }: Any) => Date.parse(hour));
  assert.equal(begins.length, 24);
  assert.ok(
    begins.every((at: number, i: number) => at % hour_ms === 0 && at - begins[0] === i * hour_ms),
  );
  assert.ok(Date.now() - begins[23] < 2 * hour_ms);
});

test('deliveries of the last day are counted by the hour in which they were made, with what they have come to', async () => {
  const tenant = await service.aBusiness();
  const now = Date.now();
  await deliveries(tenant, 'succeeded', new Date(now), 3);
  await deliveries(tenant, 'failed', new Date(now - 5 * hour_ms), 2);
  await deliveries(tenant, 'retrying', new Date(now - 5 * hour_ms), 4);
  await deliveries(tenant, 'paused', new Date(now - 6 * hour_ms), 5);
  await deliveries(tenant, 'succeeded', new Date(now - 25 * hour_ms), 4);
  await deliveries(tenant, 'pending', new Date(now), 1);
  const { hours, last_day, undelivered } = await counted(tenant, 14);
  assert.deepEqual(Object.values(last_day.deliveries), [3, 4, 2, 5]);
  assert.deepEqual(countsAt(hours, now), [3, 0, 0, 0]);
  assert.deepEqual(countsAt(hours, now - 5 * hour_ms), [0, 4, 2, 0]);
  assert.deepEqual(countsAt(hours, now - 6 * hour_ms), [0, 0, 0, 5]);
  assert.equal(sumOf(hours), 14);
  assert.deepEqual(undelivered, { count: 12, more: false });
});

/** The overview, once so many deliveries are counted in it. */
const counted = (tenant: Tenant, count: number): Promise<Any> =>
  until(async () => {
    const answer = await overview(tenant);
    return sumOf(answer.hours) === count && answer;
  }, `${count} deliveries are counted`);

/** Succeeded, retrying, failed and paused deliveries of the hour of a moment. */
const countsAt = (hours: Any, at: number) => {
  const { deliveries } = hours.find(
    (one: Any) => Date.parse(one.hour) === Math.floor(at / hour_ms) * hour_ms,
  );
  return Object.values(deliveries);
};

const sumOf = (hours: Any): number =>
  hours
    .flatMap(({ deliveries }: Any) => Object.values(deliveries))
    .reduce((sum: number, one: number) => sum + one);

test('ten thousand deliveries are counted one by one, whatever their hour and their status', async () => {
  const tenant = await service.aBusiness();
  const now = Math.floor(Date.now() / hour_ms) * hour_ms;
  const made = (hoursAgo: number) => new Date(now - hoursAgo * hour_ms);
  await deliveries(tenant, 'succeeded', made(0), 700);
  await deliveries(tenant, 'succeeded', made(1), 6_000);
  await deliveries(tenant, 'succeeded', made(22), 1_300);
  await deliveries(tenant, 'retrying', made(2), 1_001);
  await deliveries(tenant, 'paused', made(3), 999);
  const { undelivered, more, hours } = await counted(tenant, 10_000);
  assert.deepEqual([undelivered, more], [{ count: 100, more: true }, false]);
  const ago = [0, 1, 2, 3, 22].map((one) => countsAt(hours, now - one * hour_ms));
  const expected = [
    [700, 0, 0, 0],
    [6_000, 0, 0, 0],
    [0, 1_001, 0, 0],
    [0, 0, 0, 999],
    [1_300, 0, 0, 0],
  ];
  assert.deepEqual(ago, expected);
  assert.equal(sumOf(hours), 10_000);
});

test('a webhook that fails, a review that waits and a key in its grace are shown', async () => {
  const tenant = await service.aBusiness();
  const { id } = await aWebhook(tenant);
  await aWebhook(tenant, {}, 'disabled');
  const health = {
    state: 'open',
    consecutive_failures: 9,
    last_success_at: null,
    failing_since: null,
    next_probe_at: null,
  };
  await tenant.put([
    {
      kind: 'put',
      key: healthKey(tenant.tenant_id, id),
      item: { ...health, id, version: 1 },
      when: { expression: '' },
    },
    {
      kind: 'put',
      key: verificationKey(tenant.tenant_id, 'idv_01h455vb4pex5vsknk084sn02q'),
      item: { reviewing_key: verificationsInReview(tenant.tenant_id) },
      when: { expression: '' },
    },
  ]);
  await aStoredScreening(tenant);
  await tenant.operate(rotateApiKeys, { body: { grace_seconds: 60 } });
  const { webhooks, reviews_waiting, screenings_open, keys_expiring } = await overview(tenant);
  assert.equal(webhooks.total, 2);
  assert.deepEqual(
    webhooks.failing.map((one: Any) => [one.id, one.health.state, new URL(one.url).pathname]),
    [[id, 'open', '/****']],
  );
  assert.deepEqual([reviews_waiting, screenings_open], Array(2).fill({ count: 1, more: false }));
  assert.deepEqual(
    keys_expiring.map(({ kind, status }: Any) => [kind, status]),
    [
      ['public', 'expiring'],
      ['secret', 'expiring'],
    ],
  );
});

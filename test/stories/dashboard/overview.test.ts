import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rotateApiKeys } from '../../../functions/api-keys/routes.ts';
import { keys, partitions } from '../../../functions/dynamodb/keys.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { getOverview } from '../../../functions/overview/routes.ts';
import { verificationKey, verificationsInReview } from '../../../functions/verifications/table.ts';
import { healthKey } from '../../../functions/webhooks/health-table.ts';
import { aStoredScreening } from '../../helpers/fixtures/screenings.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';

const local = await sharedWithoutRelay();

const overview = async (tenant: Tenant): Promise<Any> => {
  const { status, body, text } = await tenant.operate(getOverview);
  assert.equal(status, 200, text);
  return body;
};

const hour_ms = 3_600_000;

/** Deliveries as the index of statuses sees them, made at a moment. */
const deliveries = ({ tenant_id, put }: Tenant, status: string, made: Date, count: number) => {
  const newId = idsAt(made);
  const items = Array.from({ length: count }, () => {
    const id = newId('delivery');
    const item = {
      id,
      event_type: 'customer.created',
      webhook_id: 'whk_1',
      status_key: partitions.deliveriesIn(tenant_id, status),
    };
    return { kind: 'put', key: keys.delivery(tenant_id, id), item, when: { expression: '' } } as const;
  });
  return put(items);
};

test('a business without anything has nothing to attend to', async () => {
  const { webhooks, deliveries_last_day, deliveries_complete_from, keys_expiring, ...counts } = await overview(
    await aTenant(local),
  );
  assert.deepEqual(webhooks, { total: 0, failing: [] });
  const nothing = { count: 0, more: false };
  assert.partialDeepStrictEqual(counts, { undelivered: nothing, reviews_waiting: nothing, screenings_open: nothing });
  assert.deepEqual([deliveries_complete_from, keys_expiring], [null, []]);
  const hours = deliveries_last_day.map(({ hour }: Any) => Date.parse(hour));
  assert.equal(hours.length, 24);
  assert.ok(hours.every((at: number, i: number) => at % hour_ms === 0 && at - hours[0] === i * hour_ms));
  assert.ok(Date.now() - hours[23] < 2 * hour_ms);
});

test('deliveries of the last day are counted by the hour in which they were made', async () => {
  const tenant = await aTenant(local);
  const now = Date.now();
  await deliveries(tenant, 'succeeded', new Date(now), 3);
  await deliveries(tenant, 'failed', new Date(now - 5 * hour_ms), 2);
  await deliveries(tenant, 'succeeded', new Date(now - 25 * hour_ms), 4);
  await deliveries(tenant, 'pending', new Date(now), 1);
  const { deliveries_last_day: hours, undelivered } = await overview(tenant);
  const counted = (at: number) =>
    hours.find(({ hour }: Any) => Date.parse(hour) === Math.floor(at / hour_ms) * hour_ms);
  assert.deepEqual([counted(now).succeeded, counted(now - 5 * hour_ms).failed], [3, 2]);
  const sum = hours.reduce((all: number, { succeeded, failed }: Any) => all + succeeded + failed, 0);
  assert.equal(sum, 5);
  assert.deepEqual(undelivered, { count: 3, more: false });
});

test('what is too much is counted as far as it goes, and said to be more', async () => {
  const tenant = await aTenant(local);
  const now = Date.now();
  await deliveries(tenant, 'retrying', new Date(now), 101);
  await deliveries(tenant, 'succeeded', new Date(now - 3 * hour_ms), 1);
  await deliveries(tenant, 'succeeded', new Date(now), 3_000);
  const { undelivered, deliveries_complete_from, deliveries_last_day: hours } = await overview(tenant);
  assert.deepEqual(undelivered, { count: 100, more: true });
  assert.ok(Date.parse(deliveries_complete_from) > now - 3 * hour_ms);
  assert.equal(hours.at(-1).succeeded + hours.at(-2).succeeded, 3_000);
});

test('a webhook that fails, a review that waits and a key in its grace are shown', async () => {
  const tenant = await aTenant(local);
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

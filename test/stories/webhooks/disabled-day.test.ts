import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keys } from '../../../functions/dynamodb/keys.ts';
import { deliverWebhook } from '../../../functions/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../../helpers/an-endpoint.ts';
import { expireLeases } from '../../helpers/expired-leases.ts';
import { anEventAt, fannedOut } from '../../helpers/fixtures/events.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { storedIn } from '../../helpers/stored.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();
const stored = storedIn(local);

/** So many events come in the day; the soak has more, and the simulator one a second. */
const count = Number(process.env.DISABLED_EVENTS ?? 40);

/** Ends a test that hangs; more events take longer. */
const patienceMs = 120_000 + count * 200;

const day_ms = 24 * 60 * 60 * 1_000;

/** One of so many was not even made a row of, as after a week. */
const unmade = 10;

const idsOf = (some: readonly { readonly id: string }[]) => new Set(some.map(({ id }) => id));
const eventIds = (events: readonly ReturnType<typeof anEventAt>[]) => new Set(events.map(({ item }) => item.event_id));

test(`a webhook disabled for a day of ${count} events gets what was paused, and with a recovery all it missed, killed three times`, async (t) => {
  const tenant = await aTenant(local);
  const { tenant_id } = tenant;
  const { ask, create, several } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t, withStatus(500));
  const { id } = await create({ url: endpoint.url, event_types: ['customer.created'] });
  const disabledAt = Date.now() - day_ms - 60_000;
  /** Time has passed: what is said of the webhook happened then. */
  const at = async (field: string, ms: number) => {
    const { slot } = await stored.partition('resources', keys.webhook(tenant_id, id).pk).then(([one]) => one);
    for (const key of [keys.webhook(tenant_id, id), keys.webhookSlot(tenant_id, slot)])
      await tenant.set(key, field, new Date(ms).toISOString());
  };
  await at('created_at', disabledAt - day_ms);

  const before = Array.from({ length: 12 }, (_, nth) =>
    anEventAt(tenant_id, new Date(disabledAt - 12_000 + nth * 1_000)),
  );
  await tenant.put(before);
  await several({ id }, before.length, isNow('paused'));
  await ask('POST', `/webhooks/${id}/disable`);
  await at('disabled_at', disabledAt);

  const missed = Array.from({ length: count }, (_, nth) => {
    const event = anEventAt(tenant_id, new Date(disabledAt + 1 + Math.floor((nth * day_ms) / count)));
    return nth % unmade === 0 ? fannedOut(event) : event;
  });
  await tenant.put(missed);
  const rows = async () => (await stored.items('deliveries', tenant_id)).filter(({ sk }) => sk === 'delivery');
  const suppressed = count - Math.ceil(count / unmade);
  await until(
    async () => (await stored.isDispatched()) && (await rows()).filter(isNow('suppressed')).length === suppressed,
    'all are suppressed that come',
    patienceMs,
  );

  const dying = (effect: 'kill-before' | 'kill-after', nth: number, ...writes: readonly string[]) =>
    local.faults.add({
      ...{ function: functionName('sandbox', deliverWebhook.id), operation: 'TransactWriteItems', effect, nth },
      when: ({ body }) => body?.includes(tenant_id) === true && writes.every((one) => body.includes(one)),
    });
  // Who brings back what was paused, who attempted a delivery, and who recovers.
  const kills = [dying('kill-after', 1, '"job"', '"next_attempt_at":{"S"'), dying('kill-before', 4, 'secret_versions')];
  t.after(() => {
    for (const kill of kills) kill.remove();
  });
  const tried = endpoint.arrivals.length;
  const arrived = () => endpoint.arrivals.slice(tried);
  let seen = -1;
  /** Until so many have arrived; when nothing more does, the leases of the dead are over. */
  const untilAll = (wanted: number) =>
    until(
      async () => {
        if (seen === endpoint.arrivals.length) await expireLeases(local, tenant);
        seen = endpoint.arrivals.length;
        return idsOf(arrived()).size >= wanted;
      },
      `${wanted} events arrive`,
      patienceMs,
    );
  endpoint.answer(withStatus(200));
  await ask('POST', `/webhooks/${id}/enable`);
  const fresh = Array.from({ length: 3 }, () => anEventAt(tenant_id, new Date()));
  await tenant.put(fresh);
  await untilAll(before.length + fresh.length);
  // Nothing of that day comes by itself.
  assert.deepEqual(idsOf(arrived()), eventIds([...before, ...fresh]));

  kills.push(dying('kill-before', 2, 'rate_per_second'));
  const since = new Date(disabledAt).toISOString();
  const asked = await ask('POST', `/webhooks/${id}/recover`, { scope: 'missing', since, rate_per_second: 100 });
  await untilAll(before.length + fresh.length + count);
  const recovery = await until(
    async () => {
      const shown = await ask('GET', `/recoveries/${asked.id}`);
      return shown.status !== 'running' && shown;
    },
    'the recovery ends',
    patienceMs,
  );
  assert.deepEqual([recovery.status, recovery.matched, recovery.sent], ['completed', count, count]);
  assert.deepEqual(idsOf(arrived()), eventIds([...before, ...fresh, ...missed]));
  assert.deepEqual(
    kills.map(({ hits }) => hits),
    [1, 1, 1],
  );
  await until(
    async () => {
      await expireLeases(local, tenant);
      return (await rows()).every(isNow('succeeded'));
    },
    'everything is recorded',
    patienceMs,
  );
  // What came twice is one attempt whose outcome nobody lived to write.
  const attempts = new Set(arrived().map((one) => `${one.id} ${one.headers['webhook-attempt']}`));
  assert.equal(attempts.size, before.length + fresh.length + count);
  console.log(`${count} missed, ${before.length} paused, ${arrived().length} arrivals`);
});

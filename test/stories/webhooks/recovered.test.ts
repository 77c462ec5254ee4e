import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverWebhook } from '../../../functions/jobs/jobs.ts';
import { functionName, queueName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { type Arrival, anEndpoint } from '../../helpers/an-endpoint.ts';
import { expireLeases } from '../../helpers/expired-leases.ts';
import { failedDelivery } from '../../helpers/fixtures/deliveries.ts';
import { anEventAt, fannedOut } from '../../helpers/fixtures/events.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/tables.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();
const stored = storedIn(local);

/** So many failed; the soak recovers twenty thousand. */
const count = Number(process.env.RECOVERED_DELIVERIES ?? 100);

/** Ends a test that hangs; more deliveries take longer. */
const wait_ms_max = 120_000 + count * 200;

/** So many are put on their way with each write of a recovery. */
const together = 19;

const idsOf = (arrivals: readonly Arrival[]) => new Set(arrivals.map(({ id }) => id));

test(`a recovery of ${count} failed deliveries, killed three times, finishes once and says truly how far it is`, async (t) => {
  const tenant = await aTenant(local);
  const { tenant_id } = tenant;
  const { ask, create } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t);
  const webhook = await create({ url: endpoint.url, event_types: ['api_key.rotated'] });
  const start = Date.now() - count * 10 - 60_000;
  const events = Array.from({ length: count }, (_, nth) => fannedOut(anEventAt(tenant_id, new Date(start + nth * 10))));
  await tenant.put(events.flatMap((event) => [event, failedDelivery(event, { id: webhook.id, tenant_id })]));

  const writes = Math.ceil(count / together);
  const kills = ([1, 2, 3] as const).map((quarter) =>
    local.faults.add({
      ...{ function: functionName('sandbox', deliverWebhook.id), operation: 'TransactWriteItems' },
      ...{ effect: quarter === 2 ? 'kill-before' : 'kill-after', nth: Math.ceil((quarter * writes) / 4) },
      // Whatever the recovery writes of itself.
      when: ({ body = Buffer.alloc(0) }) => body.includes(tenant_id) && body.includes('rate_per_second'),
    }),
  );
  t.after(() => {
    for (const kill of kills) kill.remove();
  });
  const since = new Date(start).toISOString();
  const asked = await ask('POST', `/webhooks/${webhook.id}/recover`, { scope: 'failed', since, rate_per_second: 100 });
  assert.deepEqual([asked.status, asked.matched, asked.sent], ['running', 0, 0]);

  /** As a client does it: asked again while a busy machine has no time for it. */
  const read = (): Promise<Any> =>
    until(async () => {
      const answer = await tenant.call({ method: 'GET', path: `/recoveries/${asked.id}` });
      assert.ok(answer.status === 200 || answer.status >= 500, answer.text);
      return answer.status === 200 && answer.body;
    }, 'it is notified');
  const marked = async () =>
    (await stored.items('deliveries', tenant_id)).filter(({ recovery_id }) => recovery_id === asked.id).length;
  const reported: Any[] = [asked];
  let struck = 0;
  const completed = await until(
    async () => {
      const [arrived, hits] = [idsOf(endpoint.arrivals).size, kills.reduce((sum, kill) => sum + kill.hits, 0)];
      // What is on its way is looked at after each death: neither more nor less is reported.
      const died = hits > struck;
      struck = hits;
      const before = died ? await marked() : arrived;
      const shown = await read();
      const after = died ? await marked() : count;
      assert.ok(before <= shown.sent && shown.sent <= after, `${shown.sent}, not ${before} to ${after}`);
      reported.push(shown);
      return shown.status !== 'running' && shown;
    },
    'the recovery ends',
    wait_ms_max,
  );
  assert.deepEqual([completed.status, completed.matched, completed.sent, struck], ['completed', count, count, 3]);
  for (const field of ['matched', 'sent', 'version'])
    assert.deepEqual(
      reported.map((shown) => shown[field]),
      reported.map((shown) => shown[field]).toSorted((one, other) => one - other),
      `${field} goes on`,
    );

  await until(
    async () => {
      await expireLeases(local, tenant);
      const items = await stored.items('deliveries', tenant_id);
      const all = items.filter(({ sk }) => sk === 'delivery');
      // Its last pass comes once the index cannot lag any more, and writes.
      const isOver = items.some(({ id, passes_again }) => id === asked.id && passes_again === undefined);
      return isOver && all.length === count && all.every(({ status }) => status === 'succeeded');
    },
    'everything is recorded, and the recovery has made its last pass',
    wait_ms_max,
  );
  assert.deepEqual(idsOf(endpoint.arrivals), new Set(events.map(({ item }) => item.event_id)));
  // What came twice is one attempt whose outcome nobody lived to write.
  const attempts = new Set(endpoint.arrivals.map(({ id, headers }) => `${id} ${headers['webhook-attempt']}`));
  assert.equal(attempts.size, count);

  const arrivals = endpoint.arrivals.length;
  const asking = (operation: string) =>
    local.faults.add({ operation, effect: { delay_ms: 0 }, when: ({ body }) => body?.includes(asked.id) === true });
  const [looking, writing] = [asking('GetItem'), asking('TransactWriteItems')];
  const again = JSON.stringify({ kind: 'recovery', tenant_id, webhook_id: webhook.id, recovery_id: asked.id });
  local.queues.byName(queueName('sandbox', 'deliver'), 'eu-west-1')?.send(again);
  await until(() => looking.hits > 0, 'a second notification leads to it');
  assert.deepEqual([await read(), endpoint.arrivals.length, writing.hits], [completed, arrivals, 0]);
  for (const one of [looking, writing]) one.remove();
  console.log(`${count} recovered, ${arrivals} arrivals, ${reported.length} answers`);
});

import '../../process.ts';
import assert from 'node:assert/strict';
import { deliverWebhook } from '../../../../functions/app/jobs/jobs.ts';
import { functionName, queueName } from '../../../../lib/environments.ts';
import { type Arrival, anEndpoint } from '../../../helpers/an-endpoint.ts';
import { failedDelivery } from '../../../helpers/fixtures/deliveries.ts';
import { anEventAt, fannedOut } from '../../../helpers/fixtures/events.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { isNow, webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock, faults, queues, tables } = await world();

/** So many failed; the soak recovers twenty thousand. */
const count = Number(process.env.RECOVERED_DELIVERIES ?? 100);

/** It goes on after each death by the sweep, and sends a hundred a second. */
const longest_ms = 5 * 60_000 + count * 10;

/** So many are put on their way with each write of a recovery. */
const together = 19;

const idsOf = (arrivals: readonly Arrival[]) => new Set(arrivals.map(({ id }) => id));

test(`a recovery of ${count} failed deliveries, killed three times, finishes once and says truly how far it is`, async (t) => {
  const business = await aBusiness();
  const { tenant_id } = business;
  const { ask, create } = webhooksOf(business);
  const endpoint = await anEndpoint(t);
  const webhook = await create({ url: endpoint.url, event_types: ['api_key.rotated'] });
  const start = clock.now() - count * 10 - 60_000;
  const events = Array.from({ length: count }, (_, nth) =>
    fannedOut(anEventAt(tenant_id, new Date(start + nth * 10))),
  );
  await business.put(
    events.flatMap((event) => [event, failedDelivery(event, { id: webhook.id, tenant_id })]),
  );

  const writes = Math.ceil(count / together);
  const kills = ([1, 2, 3] as const).map((quarter) =>
    faults.add({
      function: functionName('sandbox', deliverWebhook.id),
      operation: 'TransactWriteItems',
      effect: quarter === 2 ? 'kill-before' : 'kill-after',
      nth: Math.ceil((quarter * writes) / 4),
      // Any write of the recovery about itself.
      when: ({ body = Buffer.alloc(0) }) =>
        body.includes(tenant_id) && body.includes('rate_per_second'),
    }),
  );
  t.after(() => {
    for (const kill of kills) kill.remove();
  });
  const since = new Date(start).toISOString();
  const asked = await ask('POST', `/webhooks/${webhook.id}/recover`, {
    scope: 'failed',
    since,
    rate_per_second: 100,
  });
  assert.deepEqual([asked.status, asked.matched, asked.sent], ['running', 0, 0]);

  const read = (): Promise<Any> => ask('GET', `/recoveries/${asked.id}`);
  const marked = async () =>
    (await tables.items('deliveries', tenant_id)).filter(
      ({ recovery_id }) => recovery_id === asked.id,
    ).length;
  const reported: Any[] = [asked];
  const end = clock.now() + longest_ms;
  while (reported.at(-1).status === 'running' && clock.now() < end) {
    await clock.advance(5_000);
    const shown = await read();
    // Neither more nor less is reported than was sent, even where an instance died.
    assert.equal(shown.sent, await marked());
    assert.ok(idsOf(endpoint.arrivals).size <= shown.sent);
    reported.push(shown);
  }
  const completed = reported.at(-1);
  const deaths = kills.map(({ hits }) => hits);
  assert.deepEqual(
    [completed.status, completed.matched, completed.sent, deaths],
    ['completed', count, count, [1, 1, 1]],
  );
  for (const field of ['matched', 'sent', 'version'])
    assert.deepEqual(
      reported.map((shown) => shown[field]),
      reported.map((shown) => shown[field]).toSorted((one, other) => one - other),
      `${field} goes on`,
    );

  // Its last pass comes once the index cannot lag any more, and the messages of a worker that died come again.
  await clock.advance(4 * 60_000);
  const items = await tables.items('deliveries', tenant_id);
  const all = items.filter(({ sk }) => sk === 'delivery');
  assert.deepEqual([all.length, all.every(isNow('succeeded'))], [count, true]);
  const stored = items.find(({ id }) => id === asked.id);
  assert.equal(stored.passes_again, undefined, 'it has made its last pass');
  assert.deepEqual(idsOf(endpoint.arrivals), new Set(events.map(({ item }) => item.event_id)));
  // A delivery that came twice is one attempt whose outcome nobody lived to write.
  const attempts = new Set(
    endpoint.arrivals.map(({ id, headers }) => `${id} ${headers['webhook-attempt']}`),
  );
  assert.equal(attempts.size, count);

  const arrivals = endpoint.arrivals.length;
  const asking = (operation: string) =>
    faults.add({
      operation,
      effect: { delay_ms: 0 },
      when: ({ body }) => body?.includes(asked.id) === true,
    });
  const [looking, writing] = [asking('GetItem'), asking('TransactWriteItems')];
  const again = JSON.stringify({
    kind: 'recovery',
    tenant_id,
    webhook_id: webhook.id,
    recovery_id: asked.id,
  });
  queues.byName(queueName('sandbox', 'deliver'), 'eu-west-1')?.send(again);
  await clock.advance(1_000);
  assert.ok(looking.hits > 0, 'a second notification leads to it');
  for (const one of [looking, writing]) one.remove();
  assert.deepEqual(
    [await read(), endpoint.arrivals.length, writing.hits],
    [completed, arrivals, 0],
  );
});

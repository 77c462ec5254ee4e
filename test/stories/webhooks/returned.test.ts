import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { deliverWebhook } from '../../../functions/jobs/jobs.ts';
import { functionName, queueName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../../helpers/an-endpoint.ts';
import { anEventAt } from '../../helpers/fixtures/events.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { sharedService } from '../../helpers/service.ts';
import { storedIn } from '../../helpers/stored.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedService();
const stored = storedIn(local);

/** So many come back. */
const count = 12;

test('an endpoint that is back is asked with one probe, then gets what was paused, each once', async (t) => {
  const tenant = await aTenant(local);
  const { tenant_id } = tenant;
  const { ask, create, several } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t, withStatus(500));
  const webhook = await create({ url: endpoint.url, event_types: ['customer.created'] });
  const start = Date.now();
  await tenant.put(Array.from({ length: count }, (_, nth) => anEventAt(tenant_id, new Date(start + nth))));
  const paused = await several(webhook, count, isNow('paused'));
  const tried = endpoint.arrivals.length;
  const arrived = () => endpoint.arrivals.slice(tried);

  const held: ServerResponse[] = [];
  endpoint.answer((response) => held.push(response));
  const now = new Date().toISOString();
  const health = { pk: `${tenant_id}/${webhook.id}`, sk: 'health' };
  await stored.set('deliveries', health, { next_probe_at: now, scheduled_at: now });
  const looks = local.faults.add({
    ...{ function: functionName('sandbox', deliverWebhook.id), operation: 'BatchGetItem', effect: { delay_ms: 0 } },
    when: ({ body }) => body?.includes(webhook.id) === true,
  });
  t.after(() => looks.remove());
  const notify = () =>
    local.queues
      .byName(queueName('sandbox', 'deliver'), 'eu-west-1')
      ?.send(JSON.stringify({ tenant_id, webhook_id: webhook.id }));
  notify();
  const probing = await until(() => held[0], 'a probe is made');
  // Whoever else is woken looks twice, at what is to be aligned and at the breaker, and makes none.
  const looked = looks.hits;
  for (let nth = 1; nth <= 5; nth++) {
    notify();
    await until(() => looks.hits >= looked + 2 * nth, 'another comes by');
  }
  const shown = await ask('GET', `/webhooks/${webhook.id}`);
  assert.deepEqual([shown.health.state, arrived().length], ['half_open', 1]);

  endpoint.answer(withStatus(200));
  probing.writeHead(200).end();
  await until(() => arrived().length === count, 'everything arrives');
  const [probe = assert.fail(), ...returned] = arrived();
  const others = paused.map(({ event_id }) => event_id).filter((id) => id !== probe.id);
  assert.deepEqual(returned.map(({ id }) => id).toSorted(), others.toSorted());
  await several(webhook, count, isNow('succeeded'));
});

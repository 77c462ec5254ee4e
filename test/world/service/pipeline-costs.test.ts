import '../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  administerBusiness,
  deliverWebhook,
  fanOutEvent,
} from '../../../functions/app/jobs/jobs.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import { type EventNotice, noticeOf } from '../../../functions/core/outbox/model.ts';
import { idOfDelivery } from '../../../functions/delivery/deliveries/new-delivery.ts';
import { healthKey } from '../../../functions/delivery/webhooks/health-table.ts';
import { listWebhooks } from '../../../functions/delivery/webhooks/routes.ts';
import { deleteWebhookItems } from '../../../functions/delivery/webhooks/table.ts';
import { functionName } from '../../../lib/environments.ts';
import type { RecordedCall } from '../../../local/recorder.ts';
import { batchCase, pipelineCases, type WorkerCost } from '../../helpers/cases/pipeline.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { anAppendedEvent, fannedOut } from '../../helpers/fixtures/events.ts';
import { administer, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aStoredWebhook, aWebhook } from '../../helpers/fixtures/webhooks.ts';
import { inRoundTrips, unitsOf } from '../../helpers/round-trips.ts';
import { sink } from '../../helpers/sink.ts';
import { after, before, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

// Only these tests invoke the workers here: nothing is relayed, and no message is received.
const service = await world();
const deliver = functionName('sandbox', deliverWebhook.id);
before(() => service.mappings.pause(deliver));
after(() => service.mappings.resume(deliver));

/** Invokes a worker with a batch of messages; what it asked of AWS. */
const working = async (id: string, bodies: readonly object[]) => {
  const name = functionName('sandbox', id);
  const Records = bodies.map((body) => ({ messageId: randomUUID(), body: JSON.stringify(body) }));
  const all = await service.recorder.during(async () => {
    const { payload, functionError } = await service.invoke(name, { Records });
    assert.deepEqual([functionError, payload], [undefined, { batchItemFailures: [] }]);
  });
  const own = all.filter((call) => call.function === name && call.operation !== 'Decrypt');
  return own.toSorted((one, other) => one.at - other.at);
};

const costs = async (id: string, bodies: readonly object[], { asks, units }: WorkerCost) => {
  const calls = await working(id, bodies);
  const asked = calls.map(({ operation }) => operation);
  assert.deepEqual(inRoundTrips(asked, asks), asks, id);
  assert.equal(
    unitsOf(calls),
    units,
    `${id}: ${calls.map((one) => `${one.operation} ${one.capacityUnits}`).join()}`,
  );
};

const noticesOf = async (tenant: Tenant): Promise<EventNotice[]> =>
  (await service.tables.items('outbox', tenant.tenant_id))
    .filter(({ type }) => type === 'customer.created')
    .map((item) => noticeOf(item as Parameters<typeof noticeOf>[0]));

/** So many events of a business with one webhook, to which something was delivered a moment ago. */
const given = async (count: number, path: string, of?: Tenant) => {
  const tenant = of ?? (await service.aBusiness());
  const { id: webhook_id } = await aWebhook(tenant, {
    url: `${sink}${path}`,
    event_types: ['customer.created'],
  });
  await aCustomer(tenant);
  const before = await noticesOf(tenant);
  const [reported, notified] = messagesOf(before, webhook_id);
  await working(fanOutEvent.id, reported);
  await working(deliverWebhook.id, notified);
  // However long the machine takes from here on, its success was noted within the last minute, and it answers in time.
  const { pk, sk } = healthKey(tenant.tenant_id, webhook_id);
  await service.tables.set(
    'deliveries',
    { pk, sk },
    { last_success_at: new Date(Date.now() + 3_600_000).toISOString(), answers_in_ms: 3_600_000 },
  );
  for (let made = 0; made < count; made += 1) await aCustomer(tenant);
  const known = new Set(before.map(({ event_id }) => event_id));
  return messagesOf(
    (await noticesOf(tenant)).filter(({ event_id }) => !known.has(event_id)),
    webhook_id,
  );
};

/** The messages of these events for the workers: that they happened, and that their deliveries are scheduled. */
const messagesOf = (notices: readonly EventNotice[], webhook_id: string) =>
  [
    notices.map((detail) => ({ detail })),
    notices.map(({ event_id, tenant_id }) => ({
      kind: 'delivery',
      tenant_id,
      webhook_id,
      delivery_id: idOfDelivery(event_id, webhook_id),
      attempts_made: 0,
    })),
  ] as const;

test('an event delivered once costs so much, and nothing is made of the same messages again', async () => {
  const [reported, notified] = await given(1, '/hook');
  for (const name of ['one event', 'the same messages again'] as const) {
    await costs(fanOutEvent.id, reported, pipelineCases[name].fanOut);
    await costs(deliverWebhook.id, notified, pipelineCases[name].deliver);
  }
});

test('the messages of a batch share their first reads', async () => {
  const [reported, notified] = await given(10, '/hook');
  const fannedOut = await working(fanOutEvent.id, reported);
  assert.deepEqual({ asks: countsOf(fannedOut), units: unitsOf(fannedOut) }, batchCase.fanOut);
  const delivered = await working(deliverWebhook.id, notified);
  assert.deepEqual({ asks: countsOf(delivered), units: unitsOf(delivered) }, batchCase.deliver);
});

const countsOf = (calls: readonly RecordedCall[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(calls, ({ operation }) => operation)).map(([name, all = []]) => [
      name,
      all.length,
    ]),
  );

test('an event that cannot be read fails alone: the others of its batch are fanned out', async () => {
  const tenant = await service.aBusiness();
  const { id: webhook_id } = await aWebhook(tenant, {
    url: `${sink}/hook`,
    event_types: ['customer.created'],
  });
  const now = new Date();
  const newId = idsAt(now);
  const of = { tenant_id: tenant.tenant_id, created_at: now.toISOString() };
  const [broken, whole] = [newId('event'), newId('event')].map((id) =>
    fannedOut(anAppendedEvent({ ...of, id })),
  );
  assert.ok(broken && whole);
  await tenant.put([
    { ...broken, item: { ...broken.item, content: Buffer.from('not compressed') } },
    whole,
  ]);
  const Records = [broken, whole].map(({ item }) => ({
    messageId: String(item.event_id),
    body: JSON.stringify({ detail: noticeOf(item as Parameters<typeof noticeOf>[0]) }),
  }));
  const { payload } = await service.invoke(functionName('sandbox', fanOutEvent.id), { Records });
  // Other tests of this process read all events.
  await tenant.put([broken]);
  assert.deepEqual(payload, { batchItemFailures: [{ itemIdentifier: broken.item.event_id }] });
  const made = await service.tables.items('deliveries', tenant.tenant_id);
  const wanted = idOfDelivery(String(whole.item.event_id), webhook_id);
  assert.ok(made.some(({ id }) => id === wanted));
  assert.ok(made.every(({ event_id }) => event_id !== broken.item.event_id));
});

test('an event whose endpoint fails costs so much until its next attempt', async () => {
  const [reported, notified] = await given(1, '/failing');
  await costs(
    fanOutEvent.id,
    reported,
    pipelineCases['one event to an endpoint that fails'].fanOut,
  );
  await costs(
    deliverWebhook.id,
    notified,
    pipelineCases['one event to an endpoint that fails'].deliver,
  );
});

/** So many in the soak; what is left of each is among the business's webhooks. */
const deleted = Number(process.env.DELETED_WEBHOOKS ?? 300);

/** A business that made and deleted so many webhooks. */
const aBusinessAfter = async (count: number): Promise<Tenant> => {
  const tenant = await service.aBusiness();
  const now = new Date();
  const newId = idsAt(now);
  const graves = Array.from({ length: count }, () =>
    deleteWebhookItems(aStoredWebhook({ id: newId('webhook'), tenant_id: tenant.tenant_id }), now),
  );
  await tenant.put(graves.flat());
  return tenant;
};

/**
 * The costs of a list of webhooks, of a suspension and of its effects on webhooks, for one
 * business.
 */
const costsOf = async (tenant: Tenant) => {
  const { tenant_id } = tenant;
  const inOrder = (calls: readonly RecordedCall[]) => ({
    asks: calls.toSorted((one, other) => one.at - other.at).map(({ operation }) => operation),
    units: unitsOf(calls),
  });
  const own = (id: string, calls: readonly RecordedCall[]) =>
    inOrder(calls.filter((call) => call.function === functionName('sandbox', id)));
  const list = () => tenant.call({ method: 'GET', path: '/webhooks' });
  const listed = await service.recorder.during(list);
  assert.equal((await list()).body.data.length, 1);
  const suspended = await service.recorder.during(() =>
    administer(service, { command: 'suspend', tenant_id }),
  );
  return {
    list: own(listWebhooks.id, listed),
    suspend: own(administerBusiness.id, suspended),
    reconcile: inOrder(await working(deliverWebhook.id, [{ kind: 'account', tenant_id }])),
  };
};

test('webhooks that a business has deleted cost it nothing, however many they are', async () => {
  const [plain, tenant] = [await aBusinessAfter(0), await aBusinessAfter(deleted)];
  const [reported] = await given(1, '/hook', tenant);
  await costs(fanOutEvent.id, reported, pipelineCases['one event'].fanOut);
  await given(1, '/hook', plain);
  const without = await costsOf(plain);
  assert.ok(Object.values(without).every(({ units }) => units > 0));
  assert.deepEqual(await costsOf(tenant), without);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deliverWebhook, fanOutEvent, reconcileCards, relayEvents } from '../../functions/app/jobs/jobs.ts';
import { functionName } from '../../lib/environments.ts';
import type { FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { posted } from '../helpers/call.ts';
import { expireLeases } from '../helpers/expired-leases.ts';
import { aTenant, type Tenant } from '../helpers/fixtures/tenants.ts';
import type { Any } from '../helpers/printed-document.ts';
import { randomFrom } from '../helpers/random.ts';
import { bodyOf } from '../helpers/receiver.ts';
import { startTimeScaled } from '../helpers/time-scaled.ts';

/** Each customer makes two events: it is created, and suspended. */
const customers = Number(process.env.PIPELINE_EVENTS ?? 40) / 2;

/** Ends a test that hangs; more events take longer. */
const wait_ms_max = 300_000 + customers * 1_000;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

let local: Local;
before(async () => {
  local = await startTimeScaled();
});
after(() => local.stop());

type Arrival = { readonly id: string; readonly body: string };

/** An endpoint that keeps what it could verify. */
const startEndpoint = async () => {
  const arrivals: Arrival[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
    arrivals.push({ id: String(request.headers['webhook-id']), body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const trust = (shown: string) => {
    secret = shown;
  };
  return { url, arrivals, trust, stop };
};

const workers = [relayEvents, fanOutEvent, deliverWebhook].map(({ id }) => functionName('sandbox', id));

/** Every worker is killed now and then before or after a call; a twentieth of the messages is lost, and as many come twice. */
const rulesFrom = (random: () => number): FaultRule[] => [
  ...workers.flatMap((name) =>
    (['kill-before', 'kill-after'] as const).map((effect) => ({ function: name, effect, probability: 0.01, random })),
  ),
  { service: 'queue', effect: 'lose', probability: 0.05, random },
  { service: 'queue', effect: 'duplicate', probability: 0.05, random },
];

/** What a POST answers in the end: as a client does it, sent again under its key while a busy machine has no time for it. */
const done = async (tenant: Tenant, path: string, body?: object): Promise<Any> => {
  const key = randomUUID();
  return until(async () => {
    const answer = await posted(tenant, path, key, body);
    assert.ok(answer.status < 300 || answer.status >= 500, answer.text);
    return answer.status < 300 && answer.body;
  }, `POST ${path} is answered`);
};

const live = async (tenant: Tenant, position: number) => {
  const body = { type: 'individual', first_name: 'Ada', last_name: `Number ${position}` };
  const { id } = await done(tenant, '/customers', body);
  await done(tenant, `/customers/${id}/suspend`);
  return id as string;
};

/** Four at a time; resolves when half of them are left. */
const liveAll = async (tenant: Tenant, halfway: () => void) => {
  const positions = Array.from({ length: customers }, (_, position) => position);
  const ids: string[] = [];
  const worker = async () => {
    for (let next = positions.pop(); next !== undefined; next = positions.pop()) {
      if (positions.length === Math.floor(customers / 2)) halfway();
      ids.push(await live(tenant, next));
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return ids;
};

type Found = { readonly id: string; readonly event_id: string; readonly status: string; readonly type: string };

const everything = async ({ call }: Tenant, path: string): Promise<Found[]> => {
  const found: Found[] = [];
  let cursor: string | null = null;
  do {
    const query = cursor === null ? '?limit=100' : `?limit=100&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call({ method: 'GET', path: `${path}${query}` });
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return found;
};

test(`every event arrives while workers are killed, messages get lost and the stream stands still (SEED=${seed})`, async () => {
  const tenant = await aTenant(local);
  const endpoint = await startEndpoint();
  try {
    const { body: webhook } = await tenant.call({
      method: 'POST',
      path: '/webhooks',
      body: { url: endpoint.url, event_types: ['customer.*'] },
    });
    endpoint.trust(webhook.secret);
    const rules = rulesFrom(randomFrom(seed)).map((rule) => local.faults.add(rule));
    // What follows from a customer's move for its cards is not looked at here.
    local.mappings.pause(functionName('sandbox', reconcileCards.id));
    const relay = functionName('sandbox', relayEvents.id);
    local.mappings.pause(relay);
    const ids = await liveAll(tenant, () => local.mappings.resume(relay));
    const arrived = () => new Set(endpoint.arrivals.map(({ id }) => id)).size;
    await until(() => arrived() >= customers, 'half of the events arrive', wait_ms_max);
    const struck = rules.reduce((sum, { hits }) => sum + hits, 0);
    local.faults.clear();
    assert.ok(struck > 0, 'no fault struck');
    await expireLeases(local, tenant);
    await until(() => arrived() === 2 * customers, 'all events arrive', wait_ms_max);
    const bodies = Map.groupBy(endpoint.arrivals, ({ id }) => id);
    for (const [id, same] of bodies) assert.equal(new Set(same.map(({ body }) => body)).size, 1, `${id} changed`);
    assert.equal(ids.length, customers);

    const undelivered = { method: 'GET', path: '/deliveries?status=undelivered' };
    await until(
      async () => (await tenant.call(undelivered)).body.data.length === 0,
      'every delivery is recorded',
      wait_ms_max,
    );
    const settled = await everything(tenant, '/deliveries');
    assert.deepEqual(new Set(settled.map(({ status }) => status)), new Set(['succeeded']));
    const events = (await everything(tenant, '/events')).filter(({ type }) => type.startsWith('customer.'));
    assert.equal(events.length, 2 * customers);
    assert.deepEqual(new Set(settled.map(({ event_id }) => event_id)), new Set(events.map(({ id }) => id)));
    console.log(`${events.length} events, ${endpoint.arrivals.length} arrivals, ${struck} faults, seed ${seed}`);
  } finally {
    endpoint.stop();
  }
});

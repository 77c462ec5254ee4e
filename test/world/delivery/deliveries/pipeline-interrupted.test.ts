import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  deliverWebhook,
  fanOutEvent,
  reconcileCards,
  relayEvents,
} from '../../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../../lib/environments.ts';
import type { FaultRule } from '../../../../local/faults.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { anEndpoint } from '../../../helpers/an-endpoint.ts';
import { posted } from '../../../helpers/call.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness, faults, mappings } = await world();

/** Each customer makes two events: it is created, and suspended. */
const customers = Number(process.env.PIPELINE_EVENTS ?? 40) / 2;

/** Longer than all that the queues and sweeps wait until they have made good what was lost. */
const recovered_ms = 60 * 60_000 + customers * 1_000;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const workers = [relayEvents, fanOutEvent, deliverWebhook].map(({ id }) =>
  functionName('sandbox', id),
);

/** Every worker is killed now and then before or after a call; a twentieth of the messages is lost, and as many come twice. */
const rulesFrom = (random: () => number): FaultRule[] => [
  ...workers.flatMap((name) =>
    (['kill-before', 'kill-after'] as const).map((effect) => ({
      function: name,
      effect,
      probability: 0.01,
      random,
    })),
  ),
  { service: 'queue', effect: 'lose', probability: 0.05, random },
  { service: 'queue', effect: 'duplicate', probability: 0.05, random },
];

/** As a client does it: it retries under its key where the response has no outcome. */
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

type Found = {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly type: string;
};

const everything = async ({ call }: Tenant, path: string): Promise<Found[]> => {
  const found: Found[] = [];
  let cursor: string | null = null;
  do {
    const query =
      cursor === null ? '?limit=100' : `?limit=100&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call({ method: 'GET', path: `${path}${query}` });
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return found;
};

test(`every event arrives while workers are killed, messages get lost and the stream stands still (SEED=${seed})`, async (t) => {
  const tenant = await aBusiness();
  const endpoint = await anEndpoint(t);
  const path = '/webhooks';
  const body = { url: endpoint.url, event_types: ['customer.*'] };
  const { body: webhook } = await tenant.call({ method: 'POST', path, body });
  const rules = rulesFrom(randomFrom(seed)).map((rule) => faults.add(rule));
  // The cards, which follow a customer's transition, are not looked at here.
  mappings.pause(functionName('sandbox', reconcileCards.id));
  const relay = functionName('sandbox', relayEvents.id);
  mappings.pause(relay);
  const ids = await liveAll(tenant, () => mappings.resume(relay));
  const arrived = () => new Set(endpoint.arrivals.map(({ id }) => id)).size;
  await until(() => arrived() >= customers, 'half of the events arrive', recovered_ms);
  const struck = rules.reduce((sum, { hits }) => sum + hits, 0);
  faults.clear();
  mappings.resume(functionName('sandbox', reconcileCards.id));
  assert.ok(struck > 0, 'no fault struck');
  await until(() => arrived() === 2 * customers, 'all events arrive', recovered_ms);
  const bodies = Map.groupBy(endpoint.arrivals, ({ id }) => id);
  for (const [id, same] of bodies)
    assert.equal(new Set(same.map((arrival) => arrival.body)).size, 1, `${id} changed`);
  const verifier = new Webhook(webhook.secret);
  for (const { body, headers } of endpoint.arrivals) verifier.verify(body, headers);
  assert.equal(ids.length, customers);

  const undelivered = { method: 'GET', path: '/deliveries?status=undelivered' };
  const isRecorded = async () => (await tenant.call(undelivered)).body.data.length === 0;
  await until(isRecorded, 'every delivery is recorded', recovered_ms);
  const settled = await everything(tenant, '/deliveries');
  assert.deepEqual(new Set(settled.map(({ status }) => status)), new Set(['succeeded']));
  const events = (await everything(tenant, '/events')).filter(({ type }) =>
    type.startsWith('customer.'),
  );
  assert.equal(events.length, 2 * customers);
  assert.deepEqual(
    new Set(settled.map(({ event_id }) => event_id)),
    new Set(events.map(({ id }) => id)),
  );
  t.diagnostic(`${events.length} events, ${endpoint.arrivals.length} arrivals, ${struck} faults`);
});

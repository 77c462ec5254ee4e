import '../process.ts';
import assert from 'node:assert/strict';
import {
  type CustomerAction,
  customerTransitions,
} from '../../../functions/identity/customers/states.ts';
import type { Fault, FaultRule } from '../../../local/faults.ts';
import type { Answer, Call } from '../../helpers/call.ts';
import { isSoak } from '../../helpers/crash-points.ts';
import { aCustomer, individual } from '../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { historiesOf } from '../../helpers/footprint.ts';
import { injectFault } from '../../helpers/injected-faults.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { pick, randomFrom } from '../../helpers/random.ts';
import { test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const local = await world();
const { aBusiness, tables: stored } = local;

/** `SOAK_RUNS=100` makes a hundred runs from seeds of their own, `SOAK_SEED=7` repeats one. */
const { SOAK_RUNS, SOAK_SEED } = process.env;
const seeds = Array.from({ length: Number(SOAK_RUNS ?? 1) }, (_, i) =>
  SOAK_RUNS === undefined
    ? Number(SOAK_SEED ?? 20_261_120) + i
    : Math.floor(Math.random() * 2 ** 32),
);

const clients_count = 4;
const calls_count = isSoak ? 25 : 12;
const tries_max = 30;

/** The faults that may hit any call of a function to AWS, and how often. */
const misfortunes: readonly FaultRule[] = [
  { effect: 'kill-before', probability: 0.02 },
  { effect: 'kill-after', probability: 0.02 },
  { effect: 'drop-answer', probability: 0.03 },
  { effect: 'throttle', probability: 0.02 },
  { effect: 'unavailable', probability: 0.03 },
  { effect: { delay_ms: 30 }, probability: 0.1 },
  { effect: 'conflict', probability: 0.1, operation: 'TransactWriteItems' },
];

type World = {
  readonly tenant: Tenant;
  readonly customers: string[];
  readonly requests: ClientRequest[];
};

/** Sends a call until it is answered by more than an outage. */
const insist = async ({ tenant }: World, call: Call): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await tenant.call(call);
    if (answer.status < 500 && answer.status !== 429) return answer;
    assert.ok(tries < tries_max, `still ${answer.status} after ${tries} tries`);
  }
};

const wishOf = (random: () => number, mark: string, customer: string): Call => {
  const kind = pick(random, [
    'create',
    'suspend',
    'suspend',
    'reactivate',
    'reactivate',
    'patch',
    'patch',
    'close',
  ] as const);
  const path = `/customers/${customer}`;
  if (kind === 'patch') return { method: 'PATCH', path, body: { metadata: { [mark]: 'done' } } };
  const headers = { 'idempotency-key': mark };
  if (kind === 'create')
    return { method: 'POST', path: '/customers', headers, body: individual({ external_id: mark }) };
  return {
    method: 'POST',
    path: `${path}/${kind === 'close' && random() < 0.5 ? 'suspend' : kind}`,
    headers,
  };
};

const live = async (world: World, random: () => number, name: string): Promise<void> => {
  for (let nth = 1; nth <= calls_count; nth++) {
    const mark = `${name}-${nth}`;
    // The clients meet at the newest two, or few of them would ever come between another's look and his change.
    const call = wishOf(random, mark, pick(random, world.customers.slice(-2)));
    const answer = await insist(world, call);
    world.requests.push({ mark, call, answer });
    if (answer.status === 201) world.customers.push(answer.body.id);
    const earlier = pick(random, world.requests);
    if (earlier.call.method !== 'POST' || earlier.answer.status >= 300) continue;
    assert.equal(
      (await insist(world, earlier.call)).text,
      earlier.answer.text,
      `${earlier.mark} again`,
    );
  }
};

const end = (faults: readonly Fault[]): void => {
  for (const fault of faults) fault.remove();
};

for (const seed of seeds) {
  test(`whatever goes wrong, each request of ${clients_count} clients has one effect or none (seed ${seed})`, async () => {
    const tenant = await aBusiness();
    const first = await Promise.all([aCustomer(tenant), aCustomer(tenant), aCustomer(tenant)]);
    const world: World = { tenant, customers: first.map(({ id }) => id), requests: [] };
    const random = randomFrom(seed);
    const faults = misfortunes.map((rule) => injectFault(local, tenant, { ...rule, random }));
    const clients = Array.from({ length: clients_count }, (_, i) =>
      live(world, randomFrom(seed + i + 1), `client${i}`),
    );
    await Promise.all(clients).finally(() => end(faults));
    const hits = faults.reduce((sum, fault) => sum + fault.hits, 0);
    assert.ok(hits > clients_count * 5, `only ${hits} misfortunes`);

    const histories = await historiesOf(stored, tenant.tenant_id);
    const items = await stored.items('resources', tenant.tenant_id);
    const customers = items.filter(({ pk }) => pk.endsWith('/customer'));
    assert.deepEqual(customers.map(({ id }) => id).sort(), world.customers.toSorted());
    for (const customer of customers) checkHistory(customer, histories.get(customer.id) ?? []);
    const events = customers.flatMap(({ id }) => histories.get(id) ?? []);
    for (const request of world.requests) checkRequest(request, events);
  });
}

/** A request of a client, and how the API answered in the end; `mark` is its key, or what a patch leaves. */
type ClientRequest = { readonly mark: string; readonly call: Call; readonly answer: Answer };

/** Every version has one event, in order, and every transition is one that the table of states has. */
const checkHistory = (customer: Any, history: readonly Any[]): void => {
  let status: keyof typeof customerTransitions = 'active';
  for (const [i, { type, sequence, body }] of history.entries()) {
    const { data } = JSON.parse(body);
    assert.deepEqual(
      [sequence, data.version, type === 'customer.created'],
      [i + 1, i + 1, i === 0],
    );
    const move = moveOf[type];
    if (move)
      status =
        customerTransitions[status][move]?.[0] ??
        assert.fail(`${type} of a customer that is ${status}`);
    else assert.notEqual(status, 'closed');
    assert.equal(data.status, status);
  }
  assert.deepEqual([customer.version, customer.status], [history.length, status]);
};

/** The effect of a request has happened once if it was granted, and never if it was refused. */
const checkRequest = ({ mark, call, answer }: ClientRequest, events: readonly Any[]): void => {
  const reported = `${mark}: ${call.method} ${call.path} ${answer.status}`;
  assert.ok([200, 201, 409].includes(answer.status), reported);
  if (call.method === 'POST') {
    const caused = events.filter(({ causation }) => causation.idempotency_key === mark);
    assert.equal(caused.length, answer.status === 409 ? 0 : 1, reported);
    return;
  }
  const caused = events.filter(({ body }) => {
    const { data, previous } = JSON.parse(body);
    return (
      data.metadata?.[mark] !== undefined &&
      previous?.metadata?.[mark] === undefined &&
      previous?.metadata
    );
  });
  // A patch whose response was lost may find its customer closed when it is sent again.
  assert.ok(
    answer.status === 409 ? caused.length <= 1 : caused.length === 1,
    `${reported}: ${caused.length} times`,
  );
};

const moveOf: Readonly<Record<string, CustomerAction>> = {
  'customer.suspended': 'suspend',
  'customer.reactivated': 'reactivate',
  'customer.closed': 'close',
};

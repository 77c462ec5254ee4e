import './process.ts';
import assert from 'node:assert/strict';
import {
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  relayEvents,
} from '../../functions/app/jobs/jobs.ts';
import { shardedResources } from '../../functions/core/dynamodb/keys.ts';
import { isId } from '../../functions/core/ids.ts';
import type { Route } from '../../functions/core/route.ts';
import { rotateApiKeys } from '../../functions/tenants/api-keys/routes.ts';
import { functionName } from '../../lib/environments.ts';
import { isTagOf } from '../helpers/call.ts';
import type { Case } from '../helpers/cases/case.ts';
import { asOperator } from '../helpers/fixtures/tenants.ts';
import { aWebhook } from '../helpers/fixtures/webhooks.ts';
import type { Trial } from '../helpers/granted.ts';
import { leadsOn } from '../helpers/links.ts';
import { inRoundTrips, tableOf, unitsOf } from '../helpers/round-trips.ts';
import { allCases, ask } from '../helpers/route-cases.ts';
import { after, before, describe, test } from '../helpers/tests.ts';
import { isQuick } from '../helpers/trials.ts';
import type { Make } from '../helpers/work-of-deliveries.ts';
import { work } from '../helpers/work-of-workers.ts';
import { waitsForWorkers } from './cases-of-workers.ts';
import { declaredOf, doneBy } from './declared.ts';
import { authorizer, grantsIn } from './grants.ts';
import { world } from './world.ts';

const machine = await world();
const { aBusiness, clock, mappings, recorder, tables } = machine;
const relay = functionName('sandbox', relayEvents.id);
const { granted, ownOf, refusesWithout, uses, wrongWith } = grantsIn(machine);
const measured: string[][] = [['call', 'answer', 'round trips', 'capacity units']];
if (!isQuick) after(() => console.log(tableOf(measured)));

type Named = (typeof allCases)[number] & { readonly name: string };

const named = allCases.map(
  ({ route, it }): Named => ({ route, it, name: `${route.id} ${it.name}` }),
);

/** The throttles of the stage have room again for a case and all that arranges it. */
const between_ms = 250;

const holds = ({ route, it, name }: Named) =>
  test(`${name}: ${it.asks.length}`, async () => {
    clock.take(between_ms);
    const business = await aBusiness();
    const said = await it.arrange(business);
    // The work that the arrangement began has been done.
    if (waitsForWorkers.has(name)) await clock.advance(settled_ms);
    const [answer, all] = await recorded(() => ask(business, route, said));
    assert.equal(answer.status, it.status, answer.text);
    if (answer.body?.version !== undefined)
      assert.ok(isTagOf(answer.headers.etag, answer.body), answer.headers.etag);
    const calls = all.filter((each) => each.function !== authorizer);
    const asked = calls.map(({ operation }) => operation);
    const known = done.get(route) ?? new Set<string>();
    done.set(route, known.union(doneBy(calls)));
    const callers = new Set(calls.map((each) => each.function));
    assert.deepEqual([...callers], calls.length > 0 ? [functionName('sandbox', route.id)] : []);
    measured.push([name, String(it.status), asked.join(', ') || 'none', String(unitsOf(calls))]);
    assert.deepEqual(inRoundTrips(asked, it.asks), it.asks);
    const [leads, followed] = await recorded(() => leadsOn(answer.body));
    assert.ok(leads, `a link of ${answer.text} leads nowhere`);
    const note = () =>
      uses.add([...calls, ...followed], again(route, it), functionName('sandbox', route.id));
    if (answer.headers['idempotent-replayed'] === undefined) note();
    else repeats.push(note);
  });

/** A repeat is answered from its record whatever else it may not do: it is a use of what no other call uses. */
const repeats: (() => void)[] = [];

const again =
  (route: Route, it: Case): Trial =>
  async () => {
    const business = await aBusiness();
    const said = await it.arrange(business);
    await clock.advance(settled_ms);
    return async () => {
      const { status, body } = await ask(business, route, said);
      return status === it.status && leadsOn(body);
    };
  };

const settled_ms = 5_000;

/** The uses of tables by the cases of each route. */
const done = new Map<Route, ReadonlySet<string>>();

const recorded = async <T>(action: () => Promise<T>) => {
  const outcome: T[] = [];
  const calls = await recorder.during(async () => void outcome.push(await action()));
  return [outcome[0] as T, calls] as const;
};

const [ofWorkers, ofRequests] = [true, false].map((waits) =>
  named.filter(({ name }) => waitsForWorkers.has(name) === waits),
);

describe('status and round trips of a call that comes after the work of others', () => {
  test('each of these cases is there', () => assert.equal(ofWorkers?.length, waitsForWorkers.size));
  for (const each of ofWorkers ?? []) holds(each);
});

describe('status and round trips', () => {
  // To relay each event and fan it out takes as much as the request that made it.
  before(() => mappings.pause(relay));
  after(() => mappings.resume(relay));
  for (const each of ofRequests ?? []) holds(each);
});

test('what has an id in one partition of its business can have write shards there, whatever any route makes', async () => {
  const kinds = (await tables.items('resources')).flatMap(({ pk, sk }) => {
    // Another file may have spread a business over shards, whose numbers its partitions then end with.
    const [, kind = '', ...more] = pk.replace(/#\d+$/, '').split('/');
    return more.length === 0 && isId(sk) ? kind : [];
  });
  assert.ok(kinds.includes('customer'));
  const without = new Set(kinds.filter((kind) => !shardedResources.has(kind)));
  assert.deepEqual([...without].toSorted(), ['account', 'webhook'], 'of these a business has few');
});

test('a key that the gateway does not know costs one round trip more, and two when it is its first use of the day', async () => {
  const { secret_key, call } = await aBusiness();
  const asked = async (action: () => Promise<unknown>) => {
    const [, all] = await recorded(action);
    const calls = all.filter((each) => each.function === authorizer);
    uses.add(calls, firstUseOfAKey);
    return calls.map(({ operation }) => operation);
  };
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const uncached = () =>
    machine.invoke(authorizer, { type: 'TOKEN', methodArn, authorizationToken: secret_key });
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), [
    'GetItem',
    'UpdateItem',
  ]);
  assert.deepEqual(await asked(uncached), ['GetItem']);
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), []);
});

const firstUseOfAKey: Trial = async () => {
  const { secret_key, call } = await aBusiness();
  return async () => {
    const { status } = await call({ method: 'GET', path: '/accounts' });
    return status === 200 && (await tables.key(secret_key)).last_used_on !== null;
  };
};

test('a rotation for an account that is not there is looked for among what was done, before it is rejected', async () => {
  const { tenant_id } = await aBusiness();
  const elsewhere = asOperator(
    machine,
    { tenant_id, account_id: 'acct_01h455vb4pex5vsknk084sn02q' },
    'sandbox',
  );
  const refused = async (): Promise<boolean> =>
    (await elsewhere(rotateApiKeys, { body: {} })).status === 404;
  const [fine, calls] = await recorded(refused);
  assert.ok(fine);
  uses.add(calls, async () => refused, functionName('sandbox', rotateApiKeys.id));
  done.set(rotateApiKeys, (done.get(rotateApiKeys) ?? new Set()).union(doneBy(calls)));
});

test('what a route declares of tables is what its function does with them, no less and no more', () => {
  const wrong = [...done].flatMap(([route, did]) => [
    ...[...did.difference(declaredOf(route))].map(
      (what) => `${route.id} does ${what} and declares it not`,
    ),
    ...[...declaredOf(route).difference(did)].map(
      (what) => `${route.id} declares ${what} and never does it`,
    ),
  ]);
  assert.deepEqual(wrong, []);
  assert.equal(done.size, new Set(named.map(({ route }) => route)).size);
});

/** Each command of the operators with its last step, which is what is tried. */
const administered =
  (command: string): Trial =>
  async () => {
    const business = await aBusiness();
    await aWebhook(business);
    const { tenant_id } = business;
    return async () =>
      !(
        await machine.invoke(functionName('sandbox', administerBusiness.id), { command, tenant_id })
      ).functionError;
  };

/** It is tried without one of its grants, so that little comes of it. */
const workAgain =
  (make: Make): Trial =>
  async () => {
    const business = await aBusiness();
    return () => make(machine, business, 1_000).then(() => true);
  };

/** For a worker to do all that it was brought to do. */
const wait_ms_max = 60_000;

const routeIds = [...new Set(allCases.map(({ route }) => route.id))];
const workerIds = work.map(([id]) => id);

describe('what the templates let a function do is what it was seen to do, no less and no more', () => {
  before(() => {
    for (const note of repeats) note();
  });

  test('every function of the templates is seen, but the one that lets people in', () => {
    const seen = [
      ...routeIds,
      authorizeRequest.id,
      authorizeOperator.id,
      administerBusiness.id,
      ...workerIds,
    ];
    assert.deepEqual(
      [...granted.keys()].sort(),
      seen.map((id) => functionName('sandbox', id)).sort(),
    );
  });

  test('of routes and of keys', () => {
    assert.deepEqual([...routeIds, authorizeRequest.id].flatMap(wrongWith), []);
  });

  test(administerBusiness.id, async () => {
    for (const command of ['rotate', 'suspend']) {
      const trial = administered(command);
      const attempt = await trial();
      const [fine, calls] = await recorded(attempt);
      assert.ok(fine, command);
      uses.add(calls, trial, functionName('sandbox', administerBusiness.id));
    }
    assert.deepEqual(wrongWith(administerBusiness.id), []);
  });

  for (const [id, make] of work)
    test(id, async () => {
      const name = functionName('sandbox', id);
      const started = Date.now();
      await make(machine, await aBusiness(), wait_ms_max);
      await clock.advance(settled_ms);
      const calls = recorder.calls.filter((call) => call.function === name && call.at >= started);
      uses.add(calls, workAgain(make), name);
      assert.deepEqual(wrongWith(id), []);
    });
});

test('without one grant of each kind of power, and of each statement about a key, a function is rejected and says so', async () => {
  const tried = new Set<string>();
  for (const id of [...routeIds, authorizeRequest.id, administerBusiness.id, ...workerIds])
    for (const grant of ownOf(id)) {
      if (tried.has(grant.kind)) continue;
      tried.add(grant.kind);
      await refusesWithout(id, grant);
    }
  assert.ok(tried.size > 20, [...tried].join());
});

import './process.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rotateApiKeys } from '../../functions/api-keys/routes.ts';
import { authorizeRequest, relayEvents } from '../../functions/jobs/jobs.ts';
import type { Route } from '../../functions/route.ts';
import { functionName } from '../../lib/environments.ts';
import { isTagOf } from '../helpers/call.ts';
import { asOperator } from '../helpers/fixtures/tenants.ts';
import { leadsOn } from '../helpers/links.ts';
import { inRoundTrips } from '../helpers/round-trips.ts';
import { allCases, ask } from '../helpers/route-cases.ts';
import { waitsForWorkers } from './cases-of-workers.ts';
import { declaredOf, doneBy } from './declared.ts';
import { world } from './world.ts';

const machine = await world();
const { aBusiness, clock, mappings, recorder } = machine;
const authorizer = functionName('sandbox', authorizeRequest.id);
const relay = functionName('sandbox', relayEvents.id);

type Named = (typeof allCases)[number] & { readonly name: string };

const named = allCases.map(({ route, it }): Named => ({ route, it, name: `${route.id} ${it.name}` }));

/** The throttles of the stage have room again for a case and all that arranges it. */
const between_ms = 250;

const holds = ({ route, it, name }: Named) =>
  test(`${name}: ${it.asks.length}`, async () => {
    clock.take(between_ms);
    const business = await aBusiness();
    const said = await it.arrange(business);
    // Whatever the arrangement began has been done.
    if (waitsForWorkers.has(name)) await clock.advance(settled_ms);
    const [answer, all] = await recorded(() => ask(business, route, said));
    assert.equal(answer.status, it.status, answer.text);
    if (answer.body?.version !== undefined) assert.ok(isTagOf(answer.headers.etag, answer.body), answer.headers.etag);
    const calls = all.filter((each) => each.function !== authorizer);
    const asked = calls.map(({ operation }) => operation);
    const known = done.get(route) ?? new Set<string>();
    done.set(route, known.union(doneBy(calls)));
    const callers = new Set(calls.map((each) => each.function));
    assert.deepEqual([...callers], calls.length > 0 ? [functionName('sandbox', route.id)] : []);
    assert.deepEqual(inRoundTrips(asked, it.asks), it.asks);
    assert.ok(await leadsOn(answer.body), `a link of ${answer.text} leads nowhere`);
  });

const settled_ms = 5_000;

/** What the cases of each route did with tables. */
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

test('what a route declares of tables is what its function does with them, no less and no more', async () => {
  const { tenant_id } = await aBusiness();
  const elsewhere = asOperator(machine, { tenant_id, account_id: 'acct_01h455vb4pex5vsknk084sn02q' }, 'sandbox');
  // A rotation for an account that is not there is looked for among what was done.
  const [refused, calls] = await recorded(() => elsewhere(rotateApiKeys, { body: {} }));
  assert.equal(refused.status, 404);
  done.set(rotateApiKeys, (done.get(rotateApiKeys) ?? new Set()).union(doneBy(calls)));
  const wrong = [...done].flatMap(([route, did]) => [
    ...[...did.difference(declaredOf(route))].map((what) => `${route.id} does ${what} and declares it not`),
    ...[...declaredOf(route).difference(did)].map((what) => `${route.id} declares ${what} and never does it`),
  ]);
  assert.deepEqual(wrong, []);
  assert.equal(done.size, new Set(named.map(({ route }) => route)).size);
});

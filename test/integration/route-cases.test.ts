import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rotateApiKeys } from '../../functions/contract/accounts/key-routes.ts';
import type { Route } from '../../functions/contract/route.ts';
import { administerBusiness, authorizeOperator, authorizeRequest } from '../../functions/contract/workers.ts';
import { functionName } from '../../lib/environments.ts';
import { aTenant, haveDecided, type Tenant } from '../helpers/given.ts';
import { aWebhook } from '../helpers/given-webhooks.ts';
import { grantsOn, recordedOn, workerNames } from '../helpers/grants-on.ts';
import { leadsOn } from '../helpers/links.ts';
import { operated } from '../helpers/operated.ts';
import { aPerson, withToken } from '../helpers/people.ts';
import { idle } from '../helpers/quiet.ts';
import { inRoundTrips, tableOf, unitsOf } from '../helpers/round-trips.ts';
import { allCases, ask, type Case, type Said } from '../helpers/route-cases.ts';
import { sharedWithoutRelay } from '../helpers/service.ts';
import { storedIn } from '../helpers/stored.ts';
import type { Trial } from '../helpers/uses.ts';
import { work } from '../helpers/work-of-workers.ts';

// No sweep comes between an arrangement and its measure, nor anybody who hears of an event.
const local = await sharedWithoutRelay();
const { functions, uses, hold, missEachKind } = grantsOn(local);
const recorded = recordedOn(local);
const authorizer = functionName('sandbox', authorizeRequest.id);

describe('status, round trips and capacity units', () => {
  const arranged = new Map<Case, Promise<{ readonly tenant: Tenant; readonly said: Said }>>();
  const measured: string[][] = [['call', 'answer', 'round trips', 'capacity units']];

  // All is arranged and settled before anything is measured: one business never waits for another's events.
  before(async () => {
    for (const { it } of allCases) {
      const arranging = aTenant(local).then(async (tenant) => ({ tenant, said: await it.arrange(tenant) }));
      arranged.set(it, arranging);
      // What could not be arranged fails in the test of its own case.
      await arranging.catch(() => undefined);
    }
    for (const [id, tenant_id] of await submitted()) await haveDecided(local, { tenant_id, id });
    await idle(local);
  });
  after(() => console.log(tableOf(measured)));

  for (const { route, it } of allCases) {
    test(`${route.id} ${it.name}: ${it.asks.length}`, async () => {
      const { tenant, said } = (await arranged.get(it)) ?? assert.fail();
      const [answer, all] = await recorded(() => ask(tenant, route, said));
      assert.equal(answer.status, it.status, answer.text);
      if (answer.body?.version !== undefined) assert.equal(answer.headers.etag, `"${answer.body.version}"`);
      const name = functionName('sandbox', route.id);
      // A key may have to be looked up again, and the workers that an event wakes may begin before the answer arrives.
      const others = all.filter((each) => each.function !== name && each.function !== authorizer);
      assert.deepEqual(
        others.filter((each) => !workerNames.has(each.function)).map(({ operation }) => operation),
        [],
      );
      // They were recorded as they were answered.
      const calls = all.filter((each) => each.function === name).toSorted((one, other) => one.at - other.at);
      const asked = calls.map(({ operation }) => operation);
      measured.push([`${route.id} ${it.name}`, String(it.status), asked.join(', ') || 'none', String(unitsOf(calls))]);
      assert.deepEqual(inRoundTrips(asked, it.asks), it.asks);
      assert.equal(unitsOf(calls), it.units, calls.map((each) => each.capacityUnits).join());
      const [leads, followed] = await recorded(() => leadsOn(answer.body));
      assert.ok(leads, `a link of ${answer.text} leads nowhere`);
      uses.add([...calls, ...followed], again(route, it), name);
    });
  }
});

/** The verifications that wait for whoever decides them, whom nobody tells here. */
const submitted = async (): Promise<readonly (readonly [id: string, tenant_id: string])[]> =>
  (await storedIn(local).items('resources'))
    .filter(({ sk, status, due_at }) => String(sk).startsWith('idv_') && status === 'processing' && due_at)
    .map(({ sk, tenant_id }) => [sk, tenant_id]);

const again =
  (route: Route, it: Case): Trial =>
  async () => {
    const tenant = await aTenant(local);
    const said = await it.arrange(tenant);
    return async () => {
      const { status, body } = await ask(tenant, route, said);
      return status === it.status && leadsOn(body);
    };
  };

test('a key that the gateway does not know costs one round trip more, and two when it is its first use of the day', async () => {
  const { secret_key, call } = await aTenant(local);
  const asked = async (action: () => Promise<unknown>) => {
    const [, all] = await recorded(action);
    const calls = all.filter((each) => each.function === authorizer);
    uses.add(calls, firstUseOfAKey);
    return calls.map(({ operation }) => operation);
  };
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const anew = () => local.invoke(authorizer, { type: 'TOKEN', methodArn, authorizationToken: secret_key });
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), ['GetItem', 'UpdateItem']);
  assert.deepEqual(await asked(anew), ['GetItem']);
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), []);
});

const firstUseOfAKey: Trial = async () => {
  const { secret_key, call } = await aTenant(local);
  return async () => {
    const { status } = await call({ method: 'GET', path: '/accounts' });
    return status === 200 && (await storedIn(local).key(secret_key)).last_used_on !== null;
  };
};

test('a token that the gateway does not know costs one round trip', async () => {
  const { tenant_id } = await aTenant(local);
  const asking = async (): Promise<number> => {
    const { id_token } = await aPerson(local, { tenant_id });
    return (await withToken(local, 'sandbox', id_token)({ method: 'GET', path: '/accounts' })).status;
  };
  const [status, all] = await recorded(asking);
  const name = functionName('sandbox', authorizeOperator.id);
  const calls = all.filter((each) => each.function === name);
  uses.add(calls, async () => async () => (await asking()) === 200);
  assert.deepEqual([status, calls.map(({ operation }) => operation), unitsOf(calls)], [200, ['GetItem'], 1]);
});

test('a rotation for an account that is not there is looked for among what was done, before it is refused', async () => {
  const { tenant_id } = await aTenant(local);
  const elsewhere = operated(local, { tenant_id, account_id: 'acct_01h455vb4pex5vsknk084sn02q' }, 'sandbox');
  const refused = async (): Promise<boolean> => (await elsewhere(rotateApiKeys, { body: {} })).status === 404;
  const [fine, all] = await recorded(refused);
  uses.add(all, async () => refused, functionName('sandbox', rotateApiKeys.id));
  assert.ok(fine);
});

/** Each command of the operators with its last step, which is what is tried. */
const administered = (command: string): Trial => {
  return async () => {
    const tenant = await aTenant(local);
    await aWebhook(tenant);
    const payload = { command, tenant_id: tenant.tenant_id };
    return async () => !(await local.invoke(functionName('sandbox', administerBusiness.id), payload)).functionError;
  };
};

const routeIds = [...new Set(allCases.map(({ route }) => route.id))];

describe('what the templates let a function do is what it was seen to do, no less and no more', () => {
  test('every function of the templates is seen', () => {
    const seen = [
      ...routeIds,
      authorizeRequest.id,
      authorizeOperator.id,
      administerBusiness.id,
      ...work.map(([id]) => id),
    ];
    assert.deepEqual(functions.toSorted(), seen.map((id) => functionName('sandbox', id)).sort());
  });

  for (const id of [...routeIds, authorizeRequest.id, authorizeOperator.id]) test(id, () => hold(id));

  test(administerBusiness.id, async () => {
    for (const command of ['rotate', 'suspend']) {
      const trial = administered(command);
      const attempt = await trial();
      const [fine, calls] = await recorded(attempt);
      assert.ok(fine, command);
      uses.add(calls, trial, functionName('sandbox', administerBusiness.id));
    }
    hold(administerBusiness.id);
  });
});

test('without a grant of each kind of power a route, the authorizer and a command are refused as AWS would, and say so', async () => {
  const kinds = await missEachKind([...routeIds, authorizeRequest.id, administerBusiness.id]);
  assert.ok(kinds.length > 15, kinds.join());
});

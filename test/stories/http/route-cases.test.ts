import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rotateApiKeys } from '../../../functions/api-keys/routes.ts';
import { shardedResources } from '../../../functions/dynamodb/keys.ts';
import { isId } from '../../../functions/ids.ts';
import {
  administerBusiness,
  authorizeOperator,
  authorizeRequest,
  countChanges,
  relayEvents,
} from '../../../functions/jobs/jobs.ts';
import type { Route } from '../../../functions/route.ts';
import { functionName } from '../../../lib/environments.ts';
import { wildcard } from '../../../local/iam/statements.ts';
import type { RecordedCall } from '../../../local/recorder.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { isTagOf } from '../../helpers/call.ts';
import type { Case, Said } from '../../helpers/cases/case.ts';
import { asOperator, aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import { type Granted, grantedIn, noUses, type Trial, uncovered, unused } from '../../helpers/granted.ts';
import { leadsOn } from '../../helpers/links.ts';
import { aPerson, withToken } from '../../helpers/people.ts';
import { quiet } from '../../helpers/quiet.ts';
import { askedFrom, assertAgreement, noReplay } from '../../helpers/replayed.ts';
import { inRoundTrips, tableOf, unitsOf } from '../../helpers/round-trips.ts';
import { allCases, ask } from '../../helpers/route-cases.ts';
import { sharedService } from '../../helpers/service.ts';
import { storedIn } from '../../helpers/tables.ts';
import { feeding, type Make, work } from '../../helpers/work-of-workers.ts';

const local = await sharedService();
const ofSandbox = local.resources.filter(({ environment }) => environment === 'sandbox');
const granted = grantedIn(ofSandbox, ['dynamodb', 'kms', 'sqs', 'events', 's3']);
// No sweep of the minute may come between an arrangement and its measure.
before(() => local.schedules.stop());

const dynamoDb = askedFrom(local.recorder);
after(() => dynamoDb.stop());

const uses = noUses();
/** For a worker to do all that it was brought to do, on a busy machine. */
const wait_ms_max = 60_000;
const authorizer = functionName('sandbox', authorizeRequest.id);
/** The functions that the streams of tables feed. */
const fed = [relayEvents, countChanges].map(({ id }) => functionName('sandbox', id));
const workerNames = new Set<string | undefined>(work.map(([id]) => functionName('sandbox', id)));

describe('status and round trips', () => {
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
    await quiet(local);
    // What is measured notifies nobody before workers are looked at.
    for (const name of fed) local.mappings.pause(name);
  });
  after(() => console.log(tableOf(measured)));
  after(() => {
    for (const name of fed) local.mappings.resume(name);
  });

  for (const { route, it } of allCases) {
    test(`${route.id} ${it.name}: ${it.asks.length}`, async () => {
      const { tenant, said } = (await arranged.get(it)) ?? assert.fail();
      const name = functionName('sandbox', route.id);
      const [answer, all] = await recorded(async () => {
        const from = Date.now();
        const response = await ask(tenant, route, said);
        await allRecorded(name, from, it.asks);
        return response;
      });
      assert.equal(answer.status, it.status, answer.text);
      if (answer.body?.version !== undefined) assert.ok(isTagOf(answer.headers.etag, answer.body), answer.headers.etag);
      // A key may have to be looked up again, and the workers that an event notifies may begin before the answer arrives.
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
      const [leads, followed] = await recorded(() => leadsOn(answer.body));
      assert.ok(leads, `a link of ${answer.text} leads nowhere`);
      uses.add([...calls, ...followed], again(route, it), name);
    });
  }
});

const recorded = async <T>(action: () => Promise<T>): Promise<[outcome: T, calls: RecordedCall[]]> => {
  const outcomes: T[] = [];
  const calls = await local.recorder.during(async () => void outcomes.push(await action()));
  return [outcomes[0] as T, calls];
};

/** A read beside another may be answered after the caller: it belongs to this call, and not to the next. */
const allRecorded = async (name: string, from: number, asks: readonly string[]): Promise<void> => {
  const expected = asks.flatMap((trip) => trip.split(' + ')).length;
  const found = () => local.recorder.calls.filter((call) => call.function === name && call.at >= from).length;
  // Those that never come are said by what was asked.
  await until(() => found() >= expected, 'its calls are recorded', 500).catch(() => undefined);
};

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

test('what has an id in one partition of its business can have write shards there, whatever any route makes', async () => {
  const items = await storedIn(local).items('resources');
  const kinds = items.flatMap(({ pk, sk }) => {
    // Another file may have spread a business over shards, whose numbers its partitions then end with.
    const [, kind = '', ...more] = pk.replace(/#\d+$/, '').split('/');
    return more.length === 0 && isId(sk) ? kind : [];
  });
  assert.ok(kinds.includes('customer'));
  const without = new Set(kinds.filter((kind) => !shardedResources.has(kind)));
  assert.deepEqual([...without].toSorted(), ['account', 'webhook'], 'of these a business has few');
});

test('a key that the gateway does not know costs one round trip more, and two when it is its first use of the day', async () => {
  const { secret_key, call } = await aTenant(local);
  const asked = async (action: () => Promise<unknown>) => {
    const [, all] = await recorded(action);
    const calls = all.filter((each) => each.function === authorizer);
    uses.add(calls, firstUseOfAKey);
    return calls.map(({ operation }) => operation);
  };
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const uncached = () => local.invoke(authorizer, { type: 'TOKEN', methodArn, authorizationToken: secret_key });
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), ['GetItem', 'UpdateItem']);
  assert.deepEqual(await asked(uncached), ['GetItem']);
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
  assert.deepEqual([status, calls.map(({ operation }) => operation)], [200, ['GetItem']]);
});

test('a rotation for an account that is not there is looked for among what was done, before it is rejected', async () => {
  const { tenant_id } = await aTenant(local);
  const elsewhere = asOperator(local, { tenant_id, account_id: 'acct_01h455vb4pex5vsknk084sn02q' }, 'sandbox');
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

/** It is tried without one of its grants, so that little comes of it. */
const workAgain =
  (make: Make): Trial =>
  async () => {
    const tenant = await aTenant(local);
    return () => make(local, tenant, 1_000).then(() => true);
  };

/** What the templates grant a function for its own work. */
const ownOf = (id: string): Granted[] =>
  (granted.get(functionName('sandbox', id)) ?? []).filter(({ action }) => !feeding[id]?.test(action));

const routeIds = [...new Set(allCases.map(({ route }) => route.id))];

describe('what the templates let a function do is what it was seen to do, no less and no more', () => {
  const holds = (id: string) => {
    const seen = uses.of(functionName('sandbox', id));
    assert.deepEqual(unused(ownOf(id), seen), [], `${id} may do this and never does`);
    assert.deepEqual(uncovered(ownOf(id), seen), [], `${id} does this and may not`);
  };

  test('every function of the templates is seen', () => {
    const seen = [
      ...routeIds,
      authorizeRequest.id,
      authorizeOperator.id,
      administerBusiness.id,
      ...work.map(([id]) => id),
    ];
    assert.deepEqual([...granted.keys()].sort(), seen.map((id) => functionName('sandbox', id)).sort());
  });

  for (const id of [...routeIds, authorizeRequest.id, authorizeOperator.id]) test(id, () => holds(id));

  test(administerBusiness.id, async () => {
    for (const command of ['rotate', 'suspend']) {
      const trial = administered(command);
      const attempt = await trial();
      const [fine, calls] = await recorded(attempt);
      assert.ok(fine, command);
      uses.add(calls, trial, functionName('sandbox', administerBusiness.id));
    }
    holds(administerBusiness.id);
  });

  for (const [id, make] of work)
    test(id, async () => {
      const name = functionName('sandbox', id);
      const started = Date.now();
      await make(local, await aTenant(local), wait_ms_max);
      const nothingLeft = () => {
        const calls = local.recorder.calls.filter((call) => call.function === name && call.at >= started);
        uses.add(calls, workAgain(make), name);
        return unused(ownOf(id), uses.of(name)).length === 0;
      };
      // Whatever never came is said by name below.
      await until(nothingLeft, `${id} does all that it may do`, wait_ms_max).catch(() => undefined);
      holds(id);
    });
});

describe('without a grant a function is rejected as AWS would, and says so', () => {
  test('one grant of each kind of power, and of each statement about a key', async () => {
    const tried = new Set<string>();
    for (const id of [...routeIds, authorizeRequest.id, administerBusiness.id, ...work.map(([id]) => id)])
      for (const grant of ownOf(id)) {
        if (tried.has(grant.kind)) continue;
        tried.add(grant.kind);
        await refusesWithout(id, grant);
      }
    assert.ok(tried.size > 20, [...tried].join());
  });
});

/** The one key that was used stands for a key named by its alias, so that no other statement is taken away with it. */
const refusesWithout = async (id: string, grant: Granted): Promise<void> => {
  const { access, again } =
    uses.of(grant.function).find((use) => grant.covers(use.access)) ?? assert.fail(grant.action);
  const resource = grant.action.startsWith('kms:') ? access.resource : grant.resource;
  // One key may serve two statements: then it is the first of them that is missed.
  const names = grant.action.startsWith('kms:') ? (one: string) => one === resource : wildcard(grant.resource);
  const what = `${id} needs ${grant.action} on ${resource}`;
  const refused = (): RecordedCall[] =>
    local.recorder.calls.filter(
      ({ at, status, principal, accesses }) =>
        at >= started &&
        status >= 400 &&
        'functionName' in principal &&
        principal.functionName === grant.function &&
        accesses.some((each) => each.action === grant.action && names(each.resource)),
    );
  const isWorker = workerNames.has(grant.function);
  // A worker says what it was refused; a route and the authorizer, that they were.
  const said = isWorker ? `perform: ${grant.action} on resource` : 'AccessDenied';
  const logged = () =>
    local.logs.lines().filter(({ functionName, line }) => functionName === grant.function && line.includes(said))
      .length;
  const attempt = await again();
  const before = logged();
  const started = Date.now();
  const giveBack = local.iam.revoke({ function: grant.function, action: grant.action, resource });
  let fine = false;
  try {
    fine = await attempt();
    await until(() => refused().length > 0, what);
  } finally {
    giveBack();
  }
  const isNotification = grant.action.startsWith('sqs:');
  assert.ok(!fine || isWorker || isNotification, `${what}, and all went well without`);
  // Nobody who handed out a link learns that it was rejected, storage answers HEAD without a word, and a notification is repeated.
  if (
    grant.action.startsWith('s3:') ||
    (isNotification && !isWorker) ||
    refused().every((call) => call.service === 's3')
  )
    return;
  await until(() => logged() > before, `${what}, and logs that it may not`);
};

test('all that was asked of DynamoDB has one answer from two engines', { skip: noReplay() }, async () => {
  dynamoDb.stop();
  assert.ok(dynamoDb.asked.length > 1_000);
  await assertAgreement(local.resources, dynamoDb.asked);
});

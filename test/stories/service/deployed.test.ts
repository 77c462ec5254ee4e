import assert from 'node:assert/strict';
import { runTour } from '../../../bin/tour/mission.ts';
import { authorizeOperator, authorizeRequest } from '../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import type { RecordedCall } from '../../../local/recorder.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Case, Said } from '../../helpers/cases/case.ts';
import { aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { grantedIn, noUses, uncovered, unused } from '../../helpers/granted.ts';
import { leadsOn } from '../../helpers/links.ts';
import { aPerson, withToken } from '../../helpers/people.ts';
import { quiet } from '../../helpers/quiet.ts';
import { askedFrom, assertAgreement, noReplay } from '../../helpers/replayed.ts';
import { allCases, ask } from '../../helpers/route-cases.ts';
import { aBusiness, limits, startService } from '../../helpers/service.ts';
import { after, before, describe, test } from '../../helpers/tests.ts';
import { work } from '../../helpers/work-of-workers.ts';
import { noneDeployed } from '../../world/listening/deployed.ts';

// A function that a test looks at starts in a thread. All that a case needs is arranged in this process.
const deployed = noneDeployed();
const local = await startService({
  environments: ['sandbox', 'live'],
  pool: deployed.pool,
  limits: { ...limits, kept: 16 },
});
after(local.stop);
const ofSandbox = local.resources.filter(({ environment }) => environment === 'sandbox');
const granted = grantedIn(ofSandbox, ['dynamodb', 'kms', 'sqs', 'events', 's3']);
before(() => local.schedules.stop());

const dynamoDb = askedFrom(local.recorder);
after(() => dynamoDb.stop());

const uses = noUses();
const nameOf = ({ id }: { readonly id: string }) => functionName('sandbox', id);
const operatorAuthorizer = nameOf(authorizeOperator);
const authorizers = [operatorAuthorizer, nameOf(authorizeRequest)];
const onlyDeployed = (names: readonly string[]) => deployed.only((name) => names.includes(name));

/** The functions without which the tour's test fails: no other test says that each of them starts and answers. */
const ofTheTour: ReadonlySet<string> = new Set([
  'agreements.create',
  'authorization-endpoints.create',
  'authorization-endpoints.delete',
  'authorizations.get',
  'card-pins.get-key',
  'card-pins.set',
  'card-pins.unblock',
  'cards.activate',
  'cards.create',
  'cards.freeze',
  'cards.list',
  'customer-features.activate',
  'customer-features.get',
  'customers.create',
  'customers.get',
  'customers.list',
  'customers.timeline',
  'customers.update',
  'decide-verification',
  'deliver-webhook',
  'deliveries.list',
  'documents.create',
  'documents.get',
  'fan-out-event',
  'features.list',
  'inspect-document',
  'onboarding.create-document',
  'onboarding.get',
  'onboarding.get-document',
  'onboarding-links.create',
  'onboarding-links.get',
  'onboarding.submit',
  'onboarding.update-profile',
  'persons.create',
  'persons.list',
  'persons.update',
  'relay-events',
  'simulations.authorization',
  'simulations.capture',
  'simulations.refund',
  'simulations.shipping',
  'verifications.create',
  'verifications.get',
  'verifications.submit',
  'verifications.update',
  'webhooks.create',
  'webhooks.delete',
  'webhooks.list',
]);

/** For a worker to begin what it was brought to do, on a busy machine. */
const wait_ms_max = 60_000;

const recorded = async <T>(
  action: () => Promise<T>,
): Promise<[outcome: T, calls: RecordedCall[]]> => {
  const outcomes: T[] = [];
  const calls = await local.recorder.during(async () => void outcomes.push(await action()));
  return [outcomes[0] as T, calls];
};

/** The first case of each route that the tour does not call. */
const firstCases = allCases.filter(
  ({ route }, at) =>
    !ofTheTour.has(route.id) && allCases.findIndex((each) => each.route === route) === at,
);

test('the tour leads from a name to money spent and the deliveries of its events, then over the page and through persons', async () => {
  deployed.only(() => true);
  const { baseUrl, secret_key, client } = await aBusiness(local);
  const lines: string[] = [];
  await runTour({
    base_url: baseUrl,
    secret_key,
    print: (line) => lines.push(...line.split('\n')),
    style: (_, text) => text,
  });
  const [business, onboarded, customer] = (await client.customers.list()).body.data;
  const happened: string[] = [];
  for await (const event of client.customers.timeline({
    params: { customer_id: customer?.id ?? '' },
  }))
    happened.unshift(`${event.type} ${event.id}`);
  const conditions = [
    'customer.created',
    'document.accepted',
    'verification.verified',
    'feature.activated',
    'card.activated',
  ];
  for (const fact of [...conditions, 'card.authorization_approved', 'card.authorization_declined'])
    assert.ok(
      happened.some((one) => one.startsWith(`${fact} `)),
      fact,
    );

  const words = lines.map((line) => line.replaceAll(/ +/g, ' '));
  const verified = words
    .filter((line) => line.startsWith('verified '))
    .map((line) => line.slice('verified '.length));
  assert.deepEqual(verified, happened);
  const history = words.flatMap((line) => {
    const [, type, id] = /^succeeded (\S+) 204 in \d+ ms (evt_\w+)$/.exec(line) ?? [];
    return type ? [`${type} ${id}`] : [];
  });
  assert.deepEqual(history.toSorted(), happened.toSorted());
  const printed = lines.join('\n');
  assert.match(printed, /declined_by_business/);
  assert.ok(!printed.includes(secret_key), 'the key is not printed');
  assert.doesNotMatch(printed, /whsec_\w{8}/);
  assert.deepEqual((await client.webhooks.list()).body.data, []);
  assert.deepEqual(
    [onboarded?.verification.status, business?.verification.level],
    ['verified', 'enhanced'],
  );
  const card = (await client.cards.list({ query: { customer_id: onboarded?.id ?? '' } })).body
    .data[0];
  assert.equal(card?.status, 'active');
  const persons = (await client.persons.list({ params: { customer_id: business?.id ?? '' } })).body
    .data;
  assert.deepEqual(
    [...new Set(persons.map(({ verification }) => verification.status))],
    ['verified'],
  );
  assert.equal(persons.length, 3);
  const started = new Set(deployed.instances.values());
  assert.deepEqual(
    [...ofTheTour].filter((id) => !started.has(functionName('sandbox', id))),
    [],
  );
});

describe('as it is deployed each other function of a route starts, and answers its first case', () => {
  const arranged = new Map<Case, Promise<{ readonly tenant: Tenant; readonly said: Said }>>();
  // All is arranged and settled before anything is asked: one business never waits for another's events.
  before(async () => {
    onlyDeployed([]);
    for (const { it } of firstCases) {
      const arranging = aTenant(local).then(async (tenant) => ({
        tenant,
        said: await it.arrange(tenant),
      }));
      arranged.set(it, arranging);
      // A case that could not be arranged fails in its own test.
      await arranging.catch(() => undefined);
    }
    await quiet(local);
    onlyDeployed([...firstCases.map(({ route }) => nameOf(route)), ...authorizers]);
  });

  for (const { route, it } of firstCases)
    test(route.id, async () => {
      const { tenant, said } = (await arranged.get(it)) ?? assert.fail();
      const { status, text, body } = await ask(tenant, route, said);
      assert.equal(status, it.status, text);
      assert.ok([...deployed.instances.values()].includes(nameOf(route)));
      assert.ok(await leadsOn(body), `a link of ${text} leads nowhere`);
    });
});

test('a token that the gateway does not know costs one round trip', async () => {
  const { tenant_id } = await aTenant(local);
  const asking = async (): Promise<number> => {
    const { id_token } = await aPerson(local, { tenant_id });
    return (await withToken(local, 'sandbox', id_token)({ method: 'GET', path: '/accounts' }))
      .status;
  };
  const [status, all] = await recorded(asking);
  const calls = all.filter((each) => each.function === operatorAuthorizer);
  uses.add(calls, async () => async () => (await asking()) === 200);
  assert.deepEqual([status, calls.map(({ operation }) => operation)], [200, ['GetItem']]);
});

test(`${authorizeOperator.id} may do what it was seen to do, no less and no more`, () => {
  const [may, did] = [granted.get(operatorAuthorizer) ?? [], uses.of(operatorAuthorizer)];
  assert.deepEqual([unused(may, did), uncovered(may, did)], [[], []]);
});

describe('as it is deployed each other worker starts, and calls AWS', () => {
  for (const [id, make] of work) {
    if (ofTheTour.has(id)) continue;
    test(id, async () => {
      const name = functionName('sandbox', id);
      onlyDeployed([name]);
      const started = Date.now();
      await make(local, await aTenant(local), wait_ms_max);
      const calls = () =>
        local.recorder.calls.some(
          ({ principal, at }) =>
            principal.kind === 'function' &&
            principal.functionName === name &&
            deployed.instances.has(principal.instanceId) &&
            at >= started,
        );
      await until(calls, `${id} calls AWS`, wait_ms_max);
    });
  }
});

test('all that was asked of DynamoDB has one answer from two engines', {
  skip: noReplay(),
}, async () => {
  dynamoDb.stop();
  assert.ok(dynamoDb.asked.length > 1_000);
  await assertAgreement(local.resources, dynamoDb.asked);
});

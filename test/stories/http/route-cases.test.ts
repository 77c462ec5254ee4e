import assert from 'node:assert/strict';
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
import { limits, startService } from '../../helpers/service.ts';
import { after, before, describe, test } from '../../helpers/tests.ts';
import { work } from '../../helpers/work-of-workers.ts';
import { noneDeployed } from '../../world/listening/deployed.ts';

// All that a case needs is arranged in this process: a function that a test looks at starts in a thread, once.
const deployed = noneDeployed();
const local = await startService({
  environments: ['sandbox', 'live'],
  pool: deployed.pool,
  limits: { ...limits, kept: 4 },
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
/** For a worker to begin what it was brought to do, on a busy machine. */
const wait_ms_max = 60_000;

const recorded = async <T>(
  action: () => Promise<T>,
): Promise<[outcome: T, calls: RecordedCall[]]> => {
  const outcomes: T[] = [];
  const calls = await local.recorder.during(async () => void outcomes.push(await action()));
  return [outcomes[0] as T, calls];
};

/** The first case of each route. */
const firstCases = allCases.filter(
  ({ route }, at) => allCases.findIndex((each) => each.route === route) === at,
);

describe('as it is deployed each function of a route starts, and answers its first case', () => {
  const arranged = new Map<Case, Promise<{ readonly tenant: Tenant; readonly said: Said }>>();
  // All is arranged and settled before anything is asked: one business never waits for another's events.
  before(async () => {
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

describe('as it is deployed each worker starts, and calls AWS', () => {
  for (const [id, make] of work)
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
});

test('all that was asked of DynamoDB has one answer from two engines', {
  skip: noReplay(),
}, async () => {
  dynamoDb.stop();
  assert.ok(dynamoDb.asked.length > 1_000);
  await assertAgreement(local.resources, dynamoDb.asked);
});

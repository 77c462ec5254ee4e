import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../../functions/contract/routes.ts';
import { deliverWebhook, fanOutEvent, relayEvents, sweepDueWork } from '../../functions/contract/workers.ts';
import { functionName } from '../../lib/environments.ts';
import type { RecordedCall } from '../../local/recorder.ts';
import type { Local } from '../../local/start.ts';
import { aTenant } from '../helpers/given.ts';
import { aWebhook } from '../helpers/given-webhooks.ts';
import { type Granted, grantedIn } from '../helpers/granted.ts';
import { callFor, routeCases } from '../helpers/route-cases.ts';
import { startService } from '../helpers/service.ts';
import { type Stored, storedIn } from '../helpers/stored.ts';
import { until } from '../helpers/until.ts';

let local: Local;
let stored: Stored;
let granted: Map<string, Granted[]>;
before(async () => {
  local = await startService();
  stored = storedIn(local);
  granted = grantedIn(local.resources, ['dynamodb', 'kms', 'sqs', 'events']);
});
after(() => local.stop());

/** Something that a function does: set up first, then tried; it resolves to whether all of it went as it should. */
type Trial = () => Promise<() => Promise<boolean>>;

const trialsOfRoutes = routes.map((route): [id: string, trials: Trial[]] => [
  route.id,
  routeCases[route.id].map((it) => async () => {
    const tenant = await aTenant(local);
    const call = callFor(route, await it.arrange(tenant));
    return async () => (await tenant.call(call)).status === it.status;
  }),
]);

const firstUseOfAKey: Trial = async () => {
  const { secret_key, call } = await aTenant(local);
  return async () => {
    const { status } = await call({ method: 'GET', path: '/accounts' });
    return status === 200 && (await stored.key(secret_key)).last_used_on !== null;
  };
};

const rotation: Trial = async () => {
  const { tenant_id } = await aTenant(local);
  const command = { command: 'rotate', tenant_id };
  return async () => !(await local.invoke(functionName('sandbox', 'administer-business'), command)).functionError;
};

const suspension: Trial = async () => {
  const tenant = await aTenant(local);
  await aWebhook(tenant);
  const command = { command: 'suspend', tenant_id: tenant.tenant_id };
  return async () => !(await local.invoke(functionName('sandbox', 'administer-business'), command)).functionError;
};

/** Those that events feed; grants-workers.test.ts tries them. */
const fed = [relayEvents, fanOutEvent, deliverWebhook, sweepDueWork];

/** What every other function of the service does; what its role allows must be no more than this takes. */
const trials = new Map<string, readonly Trial[]>([
  ...trialsOfRoutes,
  ['authorize-request', [firstUseOfAKey]],
  ['administer-business', [rotation, suspension]],
]);

/**
 * Tries all that a function does until something does not go as it should. A wake-up that cannot be sent fails no request,
 * since the sweeper makes it good: there the refusal itself tells.
 */
const goesWrong = async (id: string, withoutGrant: () => () => void): Promise<boolean> => {
  for (const prepare of trials.get(id) ?? []) {
    const attempt = await prepare();
    const giveBack = withoutGrant();
    let fine = false;
    const calls = await local.recorder.during(async () => {
      fine = await attempt().finally(giveBack);
    });
    if (!fine || calls.some((call) => call.function === functionName('sandbox', id) && isRefusedWakeUp(call)))
      return true;
  }
  return false;
};

const isRefusedWakeUp = ({ service, status }: RecordedCall) => service === 'sqs' && status >= 400;

const refusalsIn = (name: string) =>
  local.logs.lines().filter(({ functionName, line }) => functionName === name && line.includes('AccessDenied')).length;

test('every function of the templates is tried', () => {
  const tried = [...trials.keys(), ...fed.map(({ id }) => id)];
  assert.deepEqual([...granted.keys()].sort(), tried.map((id) => functionName('sandbox', id)).sort());
});

describe('without any one of its grants a function is refused as AWS would', () => {
  for (const id of trials.keys()) {
    test(id, async () => {
      assert.equal(await goesWrong(id, () => () => {}), false, `${id} goes wrong with all its grants`);
      for (const grant of granted.get(functionName('sandbox', id)) ?? []) {
        const before = refusalsIn(grant.function);
        const wrong = await goesWrong(id, () => local.iam.revoke(grant));
        assert.ok(wrong, `nothing that ${id} does needs ${grant.action} on ${grant.resource}`);
        await until(() => refusalsIn(grant.function) > before, `${id} logs that it may not ${grant.action}`);
      }
    });
  }
});

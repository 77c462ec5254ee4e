import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../../functions/contract/routes.ts';
import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { aTenant } from '../helpers/given.ts';
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
  granted = grantedIn(local.resources, ['dynamodb', 'kms']);
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

/** What every function of the service does; what its role allows must be no more than this takes. */
const trials = new Map<string, readonly Trial[]>([
  ...trialsOfRoutes,
  ['authorize-request', [firstUseOfAKey]],
  ['administer-business', [rotation]],
]);

/** Tries all that a function does until something does not go as it should. */
const goesWrong = async (all: readonly Trial[], withoutGrant: () => () => void): Promise<boolean> => {
  for (const prepare of all) {
    const attempt = await prepare();
    const giveBack = withoutGrant();
    const fine = await attempt().finally(giveBack);
    if (!fine) return true;
  }
  return false;
};

const refusalsIn = (name: string) =>
  local.logs.lines().filter(({ functionName, line }) => functionName === name && line.includes('AccessDeniedException'))
    .length;

test('every function of the templates is tried', () => {
  assert.deepEqual([...granted.keys()].sort(), [...trials.keys()].map((id) => functionName('sandbox', id)).sort());
});

describe('without any one of its grants a function is refused as AWS would', () => {
  for (const [id, all] of trials) {
    test(id, async () => {
      assert.equal(await goesWrong(all, () => () => {}), false, `${id} goes wrong with all its grants`);
      for (const grant of granted.get(functionName('sandbox', id)) ?? []) {
        const before = refusalsIn(grant.function);
        const wrong = await goesWrong(all, () => local.iam.revoke(grant));
        assert.ok(wrong, `nothing that ${id} does needs ${grant.action} on ${grant.resource}`);
        await until(() => refusalsIn(grant.function) > before, `${id} logs that it may not ${grant.action}`);
      }
    });
  }
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { everyRoute } from '../../functions/contract/routes.ts';
import { functionName } from '../../lib/environments.ts';
import type { RecordedCall } from '../../local/recorder.ts';
import type { Local } from '../../local/start.ts';
import { eventWorkers } from '../helpers/event-workers.ts';
import { aTenant } from '../helpers/given.ts';
import { aWebhook } from '../helpers/given-webhooks.ts';
import { type Granted, grantedIn } from '../helpers/granted.ts';
import type { Any } from '../helpers/printed-document.ts';
import { ask, routeCases } from '../helpers/route-cases.ts';
import { startService } from '../helpers/service.ts';
import { curl } from '../helpers/storage-machine.ts';
import { type Stored, storedIn } from '../helpers/stored.ts';
import { until } from '../helpers/until.ts';

let local: Local;
let stored: Stored;
let granted: Map<string, Granted[]>;
before(async () => {
  local = await startService();
  stored = storedIn(local);
  granted = grantedIn(local.resources, ['dynamodb', 'kms', 'sqs', 'events', 's3']);
});
after(() => local.stop());

/** Something that a function does: set up first, then tried; it resolves to whether all of it went as it should. */
type Trial = () => Promise<() => Promise<boolean>>;

const trialsOfRoutes = everyRoute.map((route): [id: string, trials: Trial[]] => [
  route.id,
  routeCases[route.id].map((it) => async () => {
    const tenant = await aTenant(local);
    const said = await it.arrange(tenant);
    return async () => {
      const { status, body } = await ask(tenant, route, said);
      return status === it.status && leadsOn(body);
    };
  }),
]);

/** A link may what its maker may, so what it leads to is part of what the function does; storage refuses it by itself. */
const leadsOn = async (body: Any): Promise<boolean> => {
  if (body?.upload) return (await curl(body.upload, Buffer.alloc(body.size_bytes))).status === 200;
  return !isDownload(body) || (await fetch(body.url)).ok;
};

const isDownload = (body: Any): boolean => Object.keys(body ?? {}).join() === 'url,expires_at';

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

/** What every function does that is not fed by events (grants-workers.test.ts tries those); what its role allows must be no more than this takes. */
const trials = new Map<string, readonly Trial[]>([
  ...trialsOfRoutes,
  ['authorize-request', [firstUseOfAKey]],
  ['administer-business', [rotation, suspension]],
]);

/**
 * Tries all that a function does until something does not go as it should. A wake-up that cannot be sent fails no request,
 * since the sweeper makes it good: there the refusal itself tells.
 */
const goesWrong = async (id: string, withoutGrant: () => () => void): Promise<'loudly' | 'silently' | undefined> => {
  for (const prepare of trials.get(id) ?? []) {
    const attempt = await prepare();
    const giveBack = withoutGrant();
    let fine = false;
    const calls = await local.recorder.during(async () => {
      fine = await attempt().finally(giveBack);
    });
    const refused = calls.filter((call) => call.function === functionName('sandbox', id) && isRefused(call));
    if (!fine || refused.some(isWakeUp)) return refused.every(isSilent) ? 'silently' : 'loudly';
  }
  return undefined;
};

const isRefused = ({ status }: RecordedCall) => status >= 400;
const isWakeUp = ({ service }: RecordedCall) => service === 'sqs';
/** What the function does not hear of or passes over, and so does not log: a refused wake-up, a refused link. */
const isSilent = ({ service }: RecordedCall) => service === 'sqs' || service === 's3';

const refusalsIn = (name: string) =>
  local.logs.lines().filter(({ functionName, line }) => functionName === name && line.includes('AccessDeniedException'))
    .length;

test('every function of the templates is tried', () => {
  const tried = [...trials.keys(), ...eventWorkers.map(({ id }) => id)];
  assert.deepEqual([...granted.keys()].sort(), tried.map((id) => functionName('sandbox', id)).sort());
});

describe('without any one of its grants a function is refused as AWS would', () => {
  for (const id of trials.keys()) {
    test(id, async () => {
      assert.equal(await goesWrong(id, () => () => {}), undefined, `${id} goes wrong with all its grants`);
      for (const grant of granted.get(functionName('sandbox', id)) ?? []) {
        const before = refusalsIn(grant.function);
        const wrong = await goesWrong(id, () => local.iam.revoke(grant));
        assert.ok(wrong, `nothing that ${id} does needs ${grant.action} on ${grant.resource}`);
        if (wrong === 'silently') continue;
        await until(() => refusalsIn(grant.function) > before, `${id} logs that it may not ${grant.action}`);
      }
    });
  }
});

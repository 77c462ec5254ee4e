import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { deliverWebhook } from '../../functions/jobs/jobs.ts';
import { functionName, queueName } from '../../lib/environments.ts';
import type { Effect, FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import type { Answer } from '../helpers/call.ts';
import {
  type Changing,
  countOf,
  everyChange,
  oneOfEachSequence,
  operationsOf,
  resourceTypeOf,
} from '../helpers/changing-cases.ts';
import { crashPointsAmong, isSoak } from '../helpers/crash-points.ts';
import { aTenant } from '../helpers/fixtures/tenants.ts';
import { footprintsIn } from '../helpers/footprint.ts';
import { injectFault } from '../helpers/injected-faults.ts';
import { ask } from '../helpers/route-cases.ts';
import { lasting } from '../helpers/rules/suite.ts';
import { startService } from '../helpers/service.ts';
import { storedIn } from '../helpers/tables.ts';

let local: Local;
before(async () => {
  local = await startService({ feeds: false });
  // A delivery that is to be sent again has to be sent first.
  local.mappings.resume(functionName('sandbox', deliverWebhook.id));
});
after(() => local.stop());

/** Most of the time somebody waits: for a process to start, for the SDK to try again. */
const sideBySide = { concurrency: 3 };

/** One case of each sequence of calls to AWS; in the soak every case of every route, which takes as long as it takes. */
const changes = isSoak ? everyChange : oneOfEachSequence(everyChange);

const posts = changes.filter(({ route }) => route.method === 'POST');

test('each resource is among what fails', () => {
  assert.deepEqual(new Set(changes.map(resourceTypeOf)), new Set(everyChange.map(resourceTypeOf)));
});

const nobodyDelivers = (): boolean => {
  const { visible, inFlight } =
    local.queues.byName(queueName('sandbox', 'deliver'), 'eu-west-1')?.depth() ?? assert.fail();
  return visible === 0 && inFlight === 0;
};

/** A business at the point of making a case's call, whose key is its own even where the case has none. */
const arranged = async ({ route, it }: Changing) => {
  const tenant = await aTenant(local);
  const said = await it.arrange(tenant);
  // Who reconciles deliveries with their webhook writes it too, and a change would have to decide again.
  if (route.id.startsWith('webhooks.')) await until(nobodyDelivers, 'nobody works on deliveries');
  const ownKey = route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const whole = { ...said, headers: { ...ownKey, ...said.headers } };
  return { tenant, send: () => ask(tenant, route, whole) };
};

/** The businesses that have made a case's call, by what befell them; the first of each was spared. */
const businesses = new Map<Changing, { readonly tenant_id: string; readonly befell: string }[]>(
  changes.map((changing) => [changing, []]),
);

describe('a change that nothing befalls asks of AWS what is declared', sideBySide, () => {
  for (const changing of changes)
    test(nameOf(changing), async () => {
      const { tenant, send } = await arranged(changing);
      const asked = injectFault(local, tenant, { ...ofRoute(changing), effect: { delay_ms: 0 } });
      assert.equal((await send()).status, changing.it.status);
      asked.remove();
      assert.equal(asked.hits, countOf(changing));
      businesses.get(changing)?.unshift({ tenant_id: tenant.tenant_id, befell: 'nothing' });
    });
});

/** Makes the call while one thing that it asks of AWS is struck, and then again. */
const survives = async (changing: Changing, rule: FaultRule & { readonly effect: Effect }): Promise<void> => {
  const { it } = changing;
  const { tenant, send } = await arranged(changing);
  const fault = injectFault(local, tenant, { ...rule, ...ofRoute(changing) });
  const first = await send();
  fault.remove();
  assert.equal(fault.hits, 1);
  let again = await send();
  if (it.startsAgain && again.body?.code === 'unavailable') again = await send();
  assert.ok([it.status, it.afterwards].includes(again.status), again.text);
  if (first.status < 300) assert.deepEqual([it.afterwards ?? first.status, seen(first)], [again.status, seen(again)]);
  else assert.ok(first.status >= 500, first.text);
  businesses.get(changing)?.push({ tenant_id: tenant.tenant_id, befell: `${rule.effect} at call ${rule.nth}` });
};

/** What an answer shows of what was done; a secret is shown once, a link is a fresh one, and a refusal shows nothing. */
const seen = (answer: Answer): string | undefined => {
  const { status, text } = lasting(answer);
  if (status >= 300 || text === '') return undefined;
  const shown = JSON.parse(text);
  const once = { secret: undefined, secret_key: undefined, upload: undefined };
  // The address of an onboarding link contains its token.
  return JSON.stringify({ ...shown, ...once, ...(shown.object === 'onboarding_link' && { url: undefined }) });
};

/** The numbers of a case's calls: 1 is the first. */
const callsOf = (changing: Changing, operation?: string) =>
  Array.from({ length: countOf(changing, operation) }, (_, position) => position + 1);

const deathsOf = (changing: Changing) => crashPointsAmong(operationsOf(changing));

describe('a change whose function is killed at any call to AWS is done when it is sent again', sideBySide, () => {
  for (const changing of changes)
    test(nameOf(changing), async () => {
      for (const death of deathsOf(changing)) await survives(changing, death);
    });
});

const refusals = ['drop-answer', 'throttle', 'unavailable', 'deny'] as const satisfies Effect[];

/** Every way at every call in the soak; otherwise the calls of a case take turns in them, and the cases in where they begin. */
const refusalsOf = (changing: Changing, position: number) =>
  callsOf(changing).flatMap((nth) =>
    isSoak
      ? refusals.map((effect) => ({ effect, nth }))
      : [{ effect: refusals[(position + nth) % refusals.length] ?? 'deny', nth }],
  );

describe('a POST that AWS rejects once, or whose answer gets lost on the way, is done by then', sideBySide, () => {
  for (const [position, changing] of posts.entries())
    test(nameOf(changing), async () => {
      for (const refusal of refusalsOf(changing, position)) await survives(changing, refusal);
    });
});

describe('a change whose transaction meets another is done by then', sideBySide, () => {
  const operation = 'TransactWriteItems';
  for (const changing of changes.filter((one) => countOf(one, operation) > 0))
    test(nameOf(changing), async () => {
      for (const nth of callsOf(changing, operation)) await survives(changing, { operation, effect: 'conflict', nth });
    });
});

describe('whatever befell a change, it has had its one effect', () => {
  let footprints: Awaited<ReturnType<typeof footprintsIn>>;
  before(async () => {
    footprints = await footprintsIn(storedIn(local));
  });
  for (const [changing, all] of businesses)
    test(nameOf(changing), () => {
      const [spared, ...struck] = all.map((one) => ({ ...one, left: footprints.get(one.tenant_id) ?? [] }));
      assert.ok(spared && spared.left.length > 0 && struck.length >= deathsOf(changing).length);
      for (const { befell, left } of struck) assert.deepEqual(left, spared.left, befell);
    });
});

function nameOf({ route, it }: Changing): string {
  return `${route.id} ${it.name}`;
}

function ofRoute({ route }: Changing): Pick<FaultRule, 'function'> {
  return { function: functionName('sandbox', route.id) };
}

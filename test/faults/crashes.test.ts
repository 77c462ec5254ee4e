import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { functionName } from '../../lib/environments.ts';
import type { Effect, FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';
import type { Answer } from '../helpers/call.ts';
import { footprintOf } from '../helpers/footprint.ts';
import { aTenant } from '../helpers/given.ts';
import { allCases, ask, type Case, callsOf } from '../helpers/route-cases.ts';
import { startService } from '../helpers/service.ts';
import { type Stored, storedIn } from '../helpers/stored.ts';
import { strike } from '../helpers/strikes.ts';

let local: Local;
let stored: Stored;
before(async () => {
  local = await startService();
  stored = storedIn(local);
});
after(() => local.stop());

/** Most of the time somebody waits: for a process to start, for the SDK to try again. */
const sideBySide = { concurrency: 4 };

type Changing = (typeof allCases)[number];
/** What keeps nothing for a repeat is done again by one, and so has no one effect. */
const every = allCases.filter(({ route, it }) => route.method !== 'GET' && route.replay !== 'none' && it.status < 300);

const isSoak = process.env.SOAK_RUNS !== undefined;

/** Of each route the case that asks the most of AWS; in the soak all of them, which takes as long as it takes. */
const changes = isSoak ? every : [...Map.groupBy(every, ({ route }) => route).values()].map(longest);

function longest(ofRoute: readonly Changing[]): Changing {
  return ofRoute.reduce((one, other) => (callsOf(other.it).length > callsOf(one.it).length ? other : one));
}

const posts = changes.filter(({ route }) => route.method === 'POST');

/** A business at the point of making a case's call, whose key is its own even where the case has none. */
const arranged = async ({ route, it }: Changing) => {
  const tenant = await aTenant(local);
  const said = await it.arrange(tenant);
  const ownKey = route.method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const whole = { ...said, headers: { ...ownKey, ...said.headers } };
  return { tenant, send: () => ask(tenant, route, whole) };
};

/** What a case leaves when nothing goes wrong. */
const undisturbed = async (changing: Changing): Promise<string[]> => {
  const { tenant, send } = await arranged(changing);
  assert.equal((await send()).status, changing.it.status);
  return footprintOf(stored, tenant.tenant_id);
};

const footprints = new Map<Changing, readonly string[]>();

/** Makes the call while the n-th thing it asks of AWS is struck, then again; false when it asks less than that. */
const survives = async (changing: Changing, rule: FaultRule, expected: readonly string[]): Promise<boolean> => {
  const { route, it } = changing;
  const { tenant, send } = await arranged(changing);
  const fault = strike(local, tenant, { ...rule, function: functionName('sandbox', route.id) });
  const first = await send();
  fault.remove();
  if (fault.hits === 0) return false;
  const again = await send();
  assert.ok([it.status, it.afterwards].includes(again.status), again.text);
  if (first.status < 300) assert.deepEqual([it.afterwards ?? first.status, seen(first)], [again.status, seen(again)]);
  else assert.ok(first.status >= 500, first.text);
  assert.deepEqual(await footprintOf(stored, tenant.tenant_id), expected);
  return true;
};

/** What an answer shows of what was done; a secret is shown once, a link is a fresh one, and a refusal shows nothing. */
const seen = ({ status, text }: Answer): string | undefined =>
  status < 300 && text !== ''
    ? JSON.stringify({ ...JSON.parse(text), secret: undefined, upload: undefined })
    : undefined;

/** Strikes the first call, the second and so on, each with the rule it gets; answers how many there were. */
const survivesAtEveryCall = async (changing: Changing, ruleAt: (nth: number) => FaultRule): Promise<number> => {
  const expected = footprints.get(changing) ?? (await undisturbed(changing));
  footprints.set(changing, expected);
  for (let nth = 1; ; nth++) if (!(await survives(changing, { ...ruleAt(nth), nth }, expected))) return nth - 1;
};

const asksOf = (it: Case, operation?: string) => callsOf(it).filter((each) => each === (operation ?? each)).length;

describe(
  'a change whose function is killed at any call to AWS, and that is sent again, has one effect',
  sideBySide,
  () => {
    for (const changing of changes) {
      for (const effect of ['kill-before', 'kill-after'] satisfies Effect[]) {
        test(`${changing.route.id} ${changing.it.name}: ${effect}`, async () => {
          assert.equal(await survivesAtEveryCall(changing, () => ({ effect })), asksOf(changing.it));
        });
      }
    }
  },
);

const refusals = ['drop-answer', 'throttle', 'unavailable', 'deny'] as const satisfies Effect[];

/** Every way at every call in the soak; otherwise the calls of a route take turns in them, and the routes in where they begin. */
const turns = isSoak ? refusals.map((_, turn) => [turn, 0]) : [[0, 1]];

describe('a POST that AWS refuses once, or whose answer gets lost on the way, has one effect', sideBySide, () => {
  for (const [position, changing] of posts.entries()) {
    test(`${changing.route.id} ${changing.it.name}`, async () => {
      for (const [turn = 0, step = 0] of turns) {
        const effectAt = (nth: number) => refusals[(turn + step * (position + nth)) % refusals.length] ?? 'deny';
        const struck = await survivesAtEveryCall(changing, (nth) => ({ effect: effectAt(nth) }));
        assert.ok(struck >= asksOf(changing.it), String(effectAt(1)));
      }
    });
  }
});

describe('a change whose transaction meets another has one effect', sideBySide, () => {
  for (const changing of changes.filter(({ it }) => asksOf(it, 'TransactWriteItems') > 0)) {
    test(`${changing.route.id} ${changing.it.name}`, async () => {
      const rule = { operation: 'TransactWriteItems', effect: 'conflict' } as const;
      assert.ok((await survivesAtEveryCall(changing, () => rule)) > 0);
    });
  }
});

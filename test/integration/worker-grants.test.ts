import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { aTenant, type Tenant } from '../helpers/given.ts';
import { grantsOn } from '../helpers/grants-on.ts';
import { sharedService } from '../helpers/service.ts';
import type { Trial } from '../helpers/uses.ts';
import { work } from '../helpers/work-of-workers.ts';

const local = await sharedService();
const { uses, unusedBy, hold, missEachKind } = grantsOn(local);
// What one worker is brought to do no sweep of the minute does before it.
before(() => local.schedules.stop());

/** For a worker to do all that it was brought to do, on a busy machine. */
const patience_ms = 60_000;

const workAgain =
  (make: (local: Local, tenant: Tenant) => Promise<void>): Trial =>
  async () => {
    const tenant = await aTenant(local);
    return () => make(local, tenant).then(() => true);
  };

describe('what the templates let a worker do is what it was seen to do, no less and no more', () => {
  for (const [id, make] of work)
    test(id, async () => {
      const name = functionName('sandbox', id);
      const begun = Date.now();
      await make(local, await aTenant(local));
      const nothingLeft = () => {
        const calls = local.recorder.calls.filter((call) => call.function === name && call.at >= begun);
        uses.add(calls, workAgain(make), name);
        return unusedBy(id).length === 0;
      };
      // Whatever never came is said by name below.
      await until(nothingLeft, `${id} does all that it may do`, patience_ms).catch(() => undefined);
      hold(id);
    });
});

test('without a grant of each kind of power a worker is refused as AWS would, and says so', async () => {
  const kinds = await missEachKind(work.map(([id]) => id));
  assert.ok(kinds.length > 10, kinds.join());
});

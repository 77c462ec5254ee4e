import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { routes } from '../../functions/contract/routes.ts';
import type { Call } from '../helpers/call.ts';
import { errorsLogged } from '../helpers/errors-logged.ts';
import { validCall } from '../helpers/examples.ts';
import { anyCall } from '../helpers/fuzz.ts';
import { aTenant } from '../helpers/given.ts';
import { callerInProcess, leadsTo } from '../helpers/in-process.ts';
import { startService } from '../helpers/service.ts';

/** `SOAK_RUNS=20` makes twenty times as many requests, from a seed of their own; `SOAK_SEED=7` repeats one. */
const { SOAK_RUNS, SOAK_SEED } = process.env;
const seed = Number(SOAK_SEED ?? (SOAK_RUNS === undefined ? 20_261_120 : Math.floor(Math.random() * 2 ** 31)));
const times = Number(SOAK_RUNS ?? 1);
const requests_max = 60 * times;
/** Of the requests that pass every check, so many go to the service: only those can meet more than the checks. */
const passed_max = 4 * times;

const local = await startService();
after(local.stop);
const tenant = await aTenant(local);

for (const route of routes) {
  test(`whatever is sent to ${route.id}, it answers what the document says (seed ${seed})`, async () => {
    const valid = await validCall(route, tenant);
    const ask = callerInProcess(route);
    const passed: Call[] = [];
    const property = fc.asyncProperty(anyCall(valid), async (call) => {
      if (!leadsTo(route, call)) return;
      // The caller holds every answer against the document, which knows no refusal that is the service's own fault here.
      const { status, text } = await ask(call);
      assert.ok(status < 500, text);
      if (status < 400 && passed.length < passed_max) passed.push(call);
    });
    await fc.assert(property, { seed, numRuns: requests_max, interruptAfterTimeLimit: 60_000 * times });
    for (const call of passed) {
      const { status, text } = await tenant.call(call);
      assert.ok(status < 500, `${JSON.stringify(call)}: ${text}`);
    }
  });
}

test('nothing that was sent made a function log an error', () => {
  assert.deepEqual(errorsLogged(local), []);
});

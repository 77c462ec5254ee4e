import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Call } from '../call.ts';
import { validCall } from '../examples.ts';
import { anyCall } from '../fuzz.ts';
import { callerInProcess, leadsTo } from '../in-process.ts';
import type { Rule } from './suite.ts';

/** `SOAK_RUNS=20` makes twenty times as many requests, from a seed of their own; `SOAK_SEED=7` repeats one. */
const { SOAK_RUNS, SOAK_SEED } = process.env;
const seed = Number(SOAK_SEED ?? (SOAK_RUNS === undefined ? 20_261_120 : Math.floor(Math.random() * 2 ** 31)));
const times = Number(SOAK_RUNS ?? 1);
const requests_max = 60 * times;
/** Of the requests that pass every check, so many go to the service: only those can meet more than the checks. */
const passed_max = 4 * times;

/** Whatever is sent, it is answered as the document says, and never with a fault of the service's own. */
export const whateverRule: Rule = ({ tenant }, route) => {
  test(`whatever is sent, it answers what the document says (seed ${seed})`, async () => {
    const ask = callerInProcess(route);
    const passed: Call[] = [];
    const property = fc.asyncProperty(anyCall(await validCall(route, tenant)), async (call) => {
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
};

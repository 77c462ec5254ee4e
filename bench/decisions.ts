/**
 * The callers that wait for an authorization endpoint that hangs. A business whose endpoint answers
 * at once has amounts decided, first alone, then beside one whose endpoint takes every question and
 * answers none. Prints the p50 and p99 of a decision by what the authorizations say
 * (`decision_ms`), and how often the one that hangs was asked. The two parts take turns, so that
 * what else the machine does falls on both; the one that hangs has a decision every quarter of a
 * second.
 * Run: `npm run assembly && npx node bench/decisions.ts`; COUNT says how many decisions each part
 * has.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '../bin/command-line.ts';
import { callerOf } from '../test/helpers/call.ts';
import { purchase } from '../test/helpers/examples/cards.ts';
import { anAuthorizationEndpoint } from '../test/helpers/fixtures/authorization-endpoints.ts';
import { aCard, aCardToSpend } from '../test/helpers/fixtures/cards.ts';
import { aTenant } from '../test/helpers/fixtures/tenants.ts';
import { startSandbox } from './local-run.ts';
import { percentile } from './samples.ts';

readCommandLine({
  usage: `npx node bench/decisions.ts

Measures decisions over authorizations, after \`npm run assembly\`.`,
});

const count = Number(process.env.COUNT ?? 1_000);
const turns = 10;
const between_ms = 250;

let unanswered = 0;
const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/hangs') unanswered += 1;
  else response.end('{"decision":"approve"}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const local = await startSandbox();

/** A business with a card that may spend without end, whose endpoint is at a path. */
const aBusinessAt = async (path: string) => {
  const tenant = await aTenant(local);
  const spending_controls = { ...aCard().spending_controls, limits: [] };
  const card = await aCardToSpend(tenant, { spending_controls });
  await anAuthorizationEndpoint(tenant, { url: `${origin}${path}` });
  const call = callerOf(tenant.baseUrl, tenant.secret_key);
  return async (): Promise<number> => {
    const body = { ...purchase, amount: 1 };
    const answer = await call({
      method: 'POST',
      path: `/simulations/cards/${card.id}/authorize`,
      body,
    });
    return answer.body.decision_ms;
  };
};

const timesOf = async (decide: () => Promise<number>): Promise<number[]> => {
  const times: number[] = [];
  for (let nth = 0; nth < count / turns; nth += 1) times.push(await decide());
  return times;
};

const [healthy, hanging] = [await aBusinessAt('/approves'), await aBusinessAt('/hangs')];
await timesOf(healthy); // Warms the function up.

let decided = 0;
/** The same, while the other business's endpoint hangs. */
const timesBeside = async (): Promise<number[]> => {
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      await hanging();
      decided += 1;
      await sleep(between_ms);
    }
  })();
  const times = await timesOf(healthy);
  over.abort();
  await others;
  return times;
};

const [alone, beside]: [number[], number[]] = [[], []];
for (let turn = 0; turn < turns; turn += 1) {
  alone.push(...(await timesOf(healthy)));
  beside.push(...(await timesBeside()));
}
const figuresOf = (times: readonly number[]) => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99) ?? Number.NaN,
});
const figures = { alone: figuresOf(alone), beside: figuresOf(beside) };
const ratio = figures.beside.p99 / figures.alone.p99;
console.log(JSON.stringify({ ...figures, ratio, hanging: { decided, asked: unanswered } }));
await local.stop();
server.close();
server.closeAllConnections();

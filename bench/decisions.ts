/**
 * Who waits for an authorization endpoint that hangs: a business whose endpoint answers at once has amounts decided, first alone,
 * then beside one whose endpoint takes every question and answers none. Prints the p50 and p99 of a decision by what the
 * authorizations say (`decision_ms`), and how often the one that hangs was asked.
 * Run: `npm run assembly && node bench/decisions.ts`; COUNT says how many decisions each part has.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callerOf } from '../test/helpers/call.ts';
import { purchase } from '../test/helpers/examples/cards.ts';
import { anAuthorizationEndpoint } from '../test/helpers/fixtures/authorization-endpoints.ts';
import { aCard, aCardToSpend } from '../test/helpers/fixtures/cards.ts';
import { aTenant } from '../test/helpers/fixtures/tenants.ts';
import { startSandbox } from './local-run.ts';
import { percentile } from './samples.ts';

const count = Number(process.env.COUNT ?? 200);

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
    const answer = await call({ method: 'POST', path: `/simulations/cards/${card.id}/authorize`, body });
    return answer.body.decision_ms;
  };
};

const timesOf = async (decide: () => Promise<number>) => {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth += 1) times.push(await decide());
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) ?? Number.NaN };
};

const [healthy, hanging] = [await aBusinessAt('/approves'), await aBusinessAt('/hangs')];
await timesOf(healthy); // Warms the function up.
const alone = await timesOf(healthy);
let isOver = false;
let decided = 0;
const others = (async () => {
  while (!isOver) {
    await hanging();
    decided += 1;
  }
})();
const beside = await timesOf(healthy);
isOver = true;
await others;
const ratio = beside.p99 / alone.p99;
console.log(JSON.stringify({ alone, beside, ratio, hanging: { decided, asked: unanswered } }));
await local.stop();
server.close();
server.closeAllConnections();

/**
 * From the commit of a change to the endpoint: deliveries a second through stream, bus, queues and workers, and the time
 * from an event's commit to its receipt. One endpoint on this machine, changes made through the API: first one after
 * another, each waited for, then eight at a time as fast as they go.
 * Run: `npm run assembly && node bench/pipeline.ts`.
 */

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { registerBusiness } from '../bin/start/business.ts';
import { startLocal } from '../local/start.ts';
import { keepResults } from './results.ts';

const paced_changes = 100;
const hurried_changes = 300;
const hurried_lanes = 8;
const assembly = fileURLToPath(new URL('../.build/assembly', import.meta.url));

const local = await startLocal({ assembly, memory: true, environments: ['sandbox'] });
const received: { at: number; waited_ms: number }[] = [];
const endpoint = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const at = Date.now();
  received.push({ at, waited_ms: at - Date.parse(JSON.parse(body).timestamp) });
  response.end();
});
await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));

const sandbox = local.environments.sandbox;
if (!sandbox) throw new Error('the assembly has no sandbox');
const { secret_key } = await registerBusiness(local, 'sandbox', { name: 'Bench', email: 'bench@example.com' });
const post = async (path: string, body: object) => {
  const headers = { 'Api-Key': secret_key, 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' };
  const answer = await fetch(`${sandbox.base_url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
};

const arrived = async (count: number) => {
  while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Makes so many customers, in so many lanes, and waits until each was told of; a single lane waits each time. */
const run = async (count: number, lanes: number) => {
  const [before, started] = [received.length, Date.now()];
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      await post('customers', { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' });
      if (lanes === 1) await arrived(before + count - left);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const made = Date.now();
  await arrived(before + count);
  const waits = received.slice(before).map(({ waited_ms }) => waited_ms);
  const last = Math.max(...received.slice(before).map(({ at }) => at));
  return { waits: waits.toSorted((one, other) => one - other), made: made - started, delivered: last - started };
};

const { port } = endpoint.address() as AddressInfo;
await post('webhooks', { url: `http://127.0.0.1:${port}/hook` });
await run(40, hurried_lanes); // Warms every function up.
const paced = await run(paced_changes, 1);
const hurried = await run(hurried_changes, hurried_lanes);
const share = (waits: readonly number[], part: number) =>
  waits[Math.min(waits.length - 1, Math.floor(part * waits.length))];
const waited = ({ waits }: typeof paced) => ({ p50: share(waits, 0.5), p99: share(waits, 0.99) });
const figures = {
  creates_per_second: Math.round((hurried_changes / hurried.made) * 1000),
  deliveries_per_second: Math.round((hurried_changes / hurried.delivered) * 1000),
  commit_to_receipt_ms_one_at_a_time: waited(paced),
  commit_to_receipt_ms_hurried: waited(hurried),
};
console.log(figures);
keepResults('pipeline', figures);
endpoint.close();
endpoint.closeAllConnections();
await local.stop();

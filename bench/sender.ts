/**
 * The webhook sender alone, signature included, against the same sender without a signature and a plain loop over
 * `http.request` that signs nothing, checks no address and keeps no record. The receiver is another process.
 * Run: `npx node bench/sender.ts`; REPETITIONS says how many.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { deliveryRequest, httpsSender } from '../functions/deliveries/send.ts';
import { newWebhookSecret } from '../functions/webhooks/signing.ts';
import { inParallel, secondsByTurns } from './by-turns.ts';
import { keepSamples } from './results.ts';
import { gathered } from './samples.ts';

const operations = 2000;
const in_flight = 20; // A batch of the worker.
const repetitions = Number(process.env.REPETITIONS ?? 15);
/** Until V8 has compiled what it compiles late. */
const repetitions_before = 5;
const body = JSON.stringify({ id: 'evt_01', type: 'customer.created', data: { text: 'x'.repeat(1400) } });
const deadline_ms = 10_000;

const receiver = async () => {
  const server = createServer((incoming, answer) => incoming.resume().on('end', () => answer.end('{"ok":true}')));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
};

const all = (one: () => Promise<unknown>) => inParallel(operations, in_flight, one);

const contestants = (url: string) => {
  const send = httpsSender({ webhookTargets: 'loopback_too' });
  const secrets = [newWebhookSecret()];
  const event = { id: 'evt_01', type: 'customer.created' };
  const signed = () =>
    deliveryRequest({ url, event, body, attempt: 1, at: new Date(), secrets, custom_headers: {}, deadline_ms });
  const ready = signed();
  const delivered = async (sending: typeof ready) => {
    const { error } = await send(sending);
    if (error !== null) throw new Error(error.message);
  };
  const agent = new Agent({ keepAlive: true });
  return {
    'sender, signing each request': () => all(() => delivered(signed())),
    'sender, signed beforehand': () => all(() => delivered(ready)),
    'plain http.request': () => all(() => plain(url, agent)),
  };
};

const plain = (url: string, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => answer.resume().on('end', resolve));
    sending.on('error', reject).end(body);
  });

const main = async () => {
  const child = fork(fileURLToPath(import.meta.url), ['receiver']);
  const [port] = await once(child, 'message');
  const taken = await secondsByTurns(contestants(`http://127.0.0.1:${port}/hook`), {
    rounds_before: repetitions_before,
    rounds: repetitions,
  });
  child.disconnect();
  const figureOf = (seconds: number, floor: number) => ({ per_second: operations / seconds, ratio: floor / seconds });
  const figures = taken.map((seconds) => {
    const each = Object.entries(seconds).map(([name, one]) => [name, figureOf(one, seconds['plain http.request'])]);
    return Object.fromEntries(each) as Record<keyof typeof seconds, ReturnType<typeof figureOf>>;
  });
  keepSamples('sender', { repetitions, operations, in_flight, figures: gathered(figures) });
};

await (process.argv[2] === 'receiver' ? receiver() : main());

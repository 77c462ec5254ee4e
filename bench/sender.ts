/**
 * The webhook sender alone, signature included, against the same sender without a signature and a plain loop over
 * `http.request` that signs nothing, checks no address and keeps no record. The receiver is a process of its own.
 * Run: `node bench/sender.ts`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { deliveryRequest } from '../functions/ports/webhook-sender/delivery-request.ts';
import { httpsSender } from '../functions/ports/webhook-sender/https-sender.ts';
import { newWebhookSecret } from '../functions/ports/webhook-sender/signing.ts';
import { type Contestant, interleaved, printed } from './interleaved.ts';
import { keepResults } from './results.ts';

const operations = 2000;
const in_flight = 20; // A batch of the worker.
const repetitions = 21;
const body = JSON.stringify({ id: 'evt_01', type: 'customer.created', data: { text: 'x'.repeat(1400) } });
const deadline_ms = 10_000;

const receiver = async () => {
  const server = createServer((incoming, answer) => incoming.resume().on('end', () => answer.end('{"ok":true}')));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
};

/** Does the operations, so many at a time. */
const all = async (one: () => Promise<unknown>) => {
  let left = operations;
  const lane = async () => {
    for (; left > 0; ) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: in_flight }, lane));
};

const contestants = (url: string): Contestant[] => {
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
  return [
    { name: 'sender, signing each request', run: () => all(() => delivered(signed())) },
    { name: 'sender, signed beforehand', run: () => all(() => delivered(ready)) },
    { name: 'plain http.request', run: () => all(() => plain(url, agent)) },
  ];
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
  const figures = await interleaved(contestants(`http://127.0.0.1:${port}/hook`), operations, repetitions);
  child.disconnect();
  keepResults('sender', { repetitions, operations, in_flight, figures });
  console.log(`${repetitions} repetitions of ${operations} requests, ${in_flight} in flight; median (p10 to p90)`);
  console.table(
    figures.map(({ name, per_second, cpu_us, ratio }) => ({
      name,
      'requests/s': printed(per_second, 0),
      'CPU µs/request': printed(cpu_us, 0),
      'share of plain': printed(ratio, 2),
    })),
  );
};

await (process.argv[2] === 'receiver' ? receiver() : main());

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Takes whatever is delivered to it at once, but rejects at `/failing` and `/gone`, and asks at
 * `/busy` to be left alone for an hour. A request to `/never` waits for an answer until its sender
 * gives up. Questions at `/approve` are approved.
 */
const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/never') return;
  if (request.url === '/busy') response.setHeader('retry-after', '3600');
  const body = request.url === '/approve' ? '{"decision":"approve"}' : undefined;
  response.writeHead(statuses[request.url ?? ''] ?? 200).end(body);
});
const statuses: Readonly<Record<string, number>> = { '/failing': 500, '/gone': 410, '/busy': 503 };
server.unref();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

const { port } = server.address() as AddressInfo;

/** An endpoint on this machine, for webhooks of tests that are not about their endpoints. It ends with the process. */
export const sink = `http://127.0.0.1:${port}`;

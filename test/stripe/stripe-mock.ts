import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Stripe's own judge of requests: it knows the published specification and keeps nothing. */
const package_path = 'github.com/stripe/stripe-mock@v0.203.0';
const folder = resolve('.build/go');
const binary = resolve(folder, 'stripe-mock');

/** Whether it is there; `npm run check:outside -- stripe` installs it where Go is. */
export const hasStripeMock = (): boolean => existsSync(binary);

/** Installs it; false where there is no Go. */
export const installStripeMock = (): boolean => {
  if (hasStripeMock()) return true;
  if (spawnSync('go', ['version']).error) return false;
  const { status } = spawnSync('go', ['install', package_path], {
    env: { ...process.env, GOBIN: folder },
    stdio: 'inherit',
  });
  return status === 0;
};

/** Starts it, and before it somebody who notes what it was asked and what it answered. */
export const startStripeMock = async () => {
  const mock = spawn(binary, ['-http-addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await listeningAt(mock.stdout);
  const judged: string[] = [];
  const door = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      judged.push(`${method} ${url.replace(/\?.*/, '')} ${answer.statusCode}`);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  const stop = () => {
    door.closeAllConnections();
    door.close();
    mock.kill();
  };
  return { address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`, judged, stop };
};

const listeningAt = async (said: NodeJS.ReadableStream): Promise<number> => {
  for await (const line of createInterface(said)) {
    const [, port] = /^Listening for HTTP at address: .*:(\d+)$/.exec(line) ?? [];
    if (port) return Number(port);
  }
  throw new Error('stripe-mock ended before it listened');
};

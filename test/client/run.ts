import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { readCommandLine } from '../../bin/command-line.ts';
import { newWebhookSecret, sign } from '../../functions/delivery/webhooks/signing.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { aBusiness, startService } from '../helpers/service.ts';
import { installedIn } from './consumer.ts';
import { compareTypes } from './parity.ts';

readCommandLine({
  usage: `npm run check:outside -- client

Packs the client, installs it and uses it.`,
});

// `npm run check:outside -- client`: the client as a stranger gets it, outside of this repository, so that nothing of it is found. It
// installs from the registry, so `npm test` does without.

const folder = mkdtempSync(join(tmpdir(), 'client-'));

/**
 * The runtimes of the package, with the words before the program: the oldest Node that it takes,
 * this one, Bun and Deno.
 */
const runtimes = [['node 24'], ['node 18'], ['bun'], ['deno', 'run', '--allow-all']] as const;

const programOf = (runtime: string): string =>
  runtime === 'node 24'
    ? process.execPath
    : join(folder, 'node_modules', '.bin', runtime.replace(' 18', ''));

describe('the client, packed and installed into an empty folder', () => {
  before(() => installedIn(folder));
  after(() => rmSync(folder, { recursive: true }));

  test('has the types of the contract', () => compareTypes());

  describe('runs the first program of its README', () => {
    let local: Local;
    before(async () => {
      local = await startService();
    });
    after(() => local?.stop());
    for (const [runtime, ...first] of runtimes)
      for (const module of ['mjs', 'cjs']) {
        test(`as ${module} in ${runtime}`, async () => {
          const { baseUrl, secret_key } = await aBusiness(local);
          const env = { ...process.env, BASE_URL: baseUrl, API_KEY: secret_key };
          const program = join(folder, 'out', `first.${module}`);
          const { stdout } = await promisify(execFile)(programOf(runtime), [...first, program], {
            env,
          });
          assert.match(stdout, /^cus_\w{26} active\nvirtual_cards needs [\w.]+\n$/);
        });
      }
  });

  describe('verifies what arrives', () => {
    for (const framework of ['Express', 'Fastify']) {
      test(`in ${framework}`, async (t) => {
        const [secret, port] = [newWebhookSecret(), await freePort()];
        const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
        const server = spawn('node', [join(folder, `${framework}.mjs`)], {
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        t.after(() => ended(server));
        const printed = server.stdout.setEncoding('utf8').toArray();
        const body = JSON.stringify({
          id: 'evt_1',
          type: 'card.frozen',
          data: { nickname: 'Zoë' },
        });
        const headers = {
          ...sign('evt_1', new Date(), body, [secret]),
          'content-type': 'application/json',
        };
        const sends = async (text: string) =>
          (
            await fetch(`http://127.0.0.1:${port}/webhooks`, {
              method: 'POST',
              headers,
              body: text,
            })
          ).status;
        assert.equal(await until(() => sends(body).catch(() => undefined)), 204);
        assert.equal(await sends(`${body} `), 400);
        await ended(server);
        assert.equal((await printed).join(''), 'card.frozen evt_1\n');
      });
    }
  });
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : assert.fail();
};

const ended = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill();
  await once(server, 'exit');
};

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../../../bin/npm.ts';
import { verifyEvent } from '../../../client/src/webhooks.ts';
import { onUnix } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { type CommandLine, loggedIn } from '../../helpers/command-line.ts';
import { bodyOf, httpReceiver } from '../../helpers/receiver.ts';
import { after, test } from '../../helpers/tests.ts';
import { sharedListening } from '../../world/listening/service.ts';

const local = await sharedListening();

const root = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'packed-'));
after(() => rmSync(folder, { recursive: true }));

/** The binary of the package as it is packed, installed into an empty folder without a registry. */
const installed = (): string => {
  const npm = (cwd: string, ...words: string[]) => runNpm([...words, '--silent'], cwd);
  npm(join(root, 'cli'), 'pack', '--pack-destination', folder);
  const [packed = ''] = readdirSync(folder);
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${packed}`);
  return join(folder, 'node_modules', 'financial-services-cli', 'dist', 'fsapi.cjs');
};

const listening = async ({ start }: CommandLine, url: string) => {
  const listener = start('listen', '--forward-to', url);
  let printed = '';
  listener.stderr?.on('data', (piece) => {
    printed += piece;
  });
  await until(() => printed.includes('Forwarding'), 'the listener listens');
  return { listener, printed: () => printed };
};

test(
  'from a key to verified webhooks with the command line alone, through a kill in the middle',
  onUnix,
  async (t) => {
    const line = await loggedIn(local, 'sandbox', [installed()]);
    const fsapi = async (...words: string[]) => {
      const { code, stdout, stderr } = await line.run(words);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const secret = (await fsapi('listen', '--print-secret')).trim();

    const arrived: { readonly id: string; readonly sequence: number; readonly of: string }[] = [];
    let dying: ReturnType<CommandLine['start']> | undefined;
    const { url } = await httpReceiver(t, async (request, response) => {
      const { id, sequence, data } = verifyEvent(secret, await bodyOf(request), request.headers);
      arrived.push({ id, sequence, of: String(data.id) });
      // The third has arrived and the listener dies before it knows; the first try of the fifth fails.
      if (arrived.length === 3) return void dying?.kill('SIGKILL');
      response.writeHead(arrived.length === 5 ? 500 : 204).end();
    });

    const first = await listening(line, url);
    assert.ok(first.printed().includes(secret));
    dying = first.listener;
    const [[, signal], triggered] = await Promise.all([
      once(first.listener, 'exit'),
      fsapi('trigger', 'card.authorization_approved'),
    ]);
    assert.equal(signal, 'SIGKILL');
    assert.match(triggered, /^card\.authorization_approved {2}evt_\w{26} {2}auth_\w{26}\n$/);
    await fsapi('trigger', 'customer.suspended');

    const second = await listening(line, url);
    await fsapi('trigger', 'card.frozen');
    const happened: { id: string }[] = JSON.parse(
      await fsapi('get', '/events', '--all', '--json'),
    ).data;
    assert.ok(happened.length > 20);
    const ids = () => new Set(arrived.map(({ id }) => id));
    await until(() => happened.every(({ id }) => ids().has(id)), 'every event has arrived');
    assert.equal(
      arrived.length - ids().size,
      2,
      'the one that was not acknowledged and the one that failed came twice',
    );
    for (const of of new Set(arrived.map((one) => one.of))) {
      const sequences = arrived.filter((one) => one.of === of).map(({ sequence }) => sequence);
      assert.deepEqual(
        sequences,
        sequences.toSorted((one, other) => one - other),
      );
    }
    second.listener.kill('SIGINT');
    assert.deepEqual(await once(second.listener, 'exit'), [0, null]);
  },
);

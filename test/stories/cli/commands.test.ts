import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../../cli/commands/open.ts';
import { onUnix } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aCommandLine } from '../../helpers/command-line.ts';
import { httpReceiver } from '../../helpers/receiver.ts';
import { aBusiness } from '../../helpers/service.ts';
import { test } from '../../helpers/tests.ts';
import { sharedListening } from '../../world/listening/service.ts';

const local = await sharedListening();
const { baseUrl, secret_key, tenant_id, client } = await aBusiness(local);
const { run, start, config } = aCommandLine();
const laptop = join(config, '..', '..', 'environment.json');
const dashboard = { url: 'http://127.0.0.1:3002/' };
writeFileSync(
  laptop,
  JSON.stringify({ sandbox: { base_url: baseUrl, tenant_id, secret_key }, dashboard }),
);
const { code, stderr } = await run(['login', '--laptop', laptop]);
assert.equal(code, 0, stderr);

test('an event is sent once more to the webhooks that had it', async (t) => {
  const ids: unknown[] = [];
  const { url } = await httpReceiver(t, (request, response) => {
    ids.push(request.headers['webhook-id']);
    response.writeHead(204).end();
  });
  const { body: webhook } = await client.webhooks.create({ body: { url } });
  const params = { webhook_id: webhook.id };
  const { event_id, id } = (await client.webhooks.test({ params })).body;
  const status = async () =>
    (await client.deliveries.get({ params: { delivery_id: id } })).body.status;
  await until(async () => (await status()) === 'succeeded');
  assert.match((await run(['resend', event_id])).stdout, new RegExp(`^id +${id}$`, 'm'));
  await until(() => ids.length === 2, 'it has come again');
  assert.deepEqual(ids, [event_id, event_id]);
  const { stdout } = await run(['get', `/events/${event_id}`, '--json']);
  assert.equal(JSON.parse(stdout).test, true);
  assert.match(
    (await run(['resend', event_id, '--webhook', 'whk_other'])).stderr,
    /has no delivery to whk_other/,
  );
  await client.webhooks.delete({ params });
});

test('the dashboard is opened at the page of a resource', async () => {
  const id = 'cus_01m7xznjxeen99p7a8srhv58j0';
  assert.equal((await run(['open', id])).stdout, `http://127.0.0.1:3002/sandbox/customers/${id}\n`);
  assert.equal((await run(['open', 'cus_../x'])).code, 1);
  const modules = readFileSync('dashboard/src/page-modules.ts', 'utf8');
  for (const page of Object.values(pages)) assert.match(modules, new RegExp(`'${page}/:\\w+`));
});

test(
  'bash completes commands, their options and the types that can be triggered',
  onUnix,
  async () => {
    const { stdout } = await run(['completion', 'bash']);
    const completed = (...words: string[]) => {
      const ask = `COMP_WORDS=(fsapi ${words.join(' ')}) COMP_CWORD=${words.length}; _fsapi; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['-c', `${stdout}\n${ask}`], { encoding: 'utf8' }).trim();
    };
    assert.equal(completed('pro'), 'profiles');
    assert.equal(completed('trigger', 'card.fr'), 'card.frozen');
    assert.equal(completed('listen', '--f'), '--forward-to');
    assert.equal(completed('--profile', 'sandbox', 'logs', 'tail', '--s'), '--status');
    assert.equal(completed('get', '/customers', '--j'), '--json');
  },
);

test(
  'requests are followed as they are logged, without those that follow them',
  onUnix,
  async (t) => {
    local.logSubscriptions.resume();
    t.after(() => local.logSubscriptions.pause());
    const tail = start('logs', 'tail', '--method', 'GET', '--json');
    const lines: string[] = [];
    tail.stdout
      ?.setEncoding('utf8')
      .on('data', (piece: string) => lines.push(...piece.trim().split('\n')));
    await until(
      async () => {
        await client.customers.get({ params: { customer_id: 'cus_unknown' } }).catch(() => {});
        return lines.length > 3;
      },
      'requests are shown',
      60_000,
    );
    for (const line of lines) {
      const { route, status, error_code } = JSON.parse(line);
      assert.deepEqual(
        [route, status, error_code],
        ['/customers/{customer_id}', 404, 'customer_not_found'],
      );
    }
    tail.kill('SIGINT');
    assert.deepEqual(await once(tail, 'exit'), [0, null]);
  },
);

import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { loggedIn } from '../../helpers/command-line.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';

// What a model's host does: the SDK's own client over standard input and output.

const local = await sharedWithoutRelay();
const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));

const aModel = async (environment: 'sandbox' | 'live', ...words: string[]) => {
  const { business, config, run } = await loggedIn(local, environment);
  const connect = async (...more: string[]) => {
    const client = new Client({ name: 'a stranger', version: '1.0.0' });
    const args = [main, ...more, 'mcp', ...words];
    const env = { XDG_CONFIG_HOME: dirname(config), PATH: process.env.PATH ?? '' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    after(() => client.close());
    const call = async (name: string, given: object): Promise<Any> => {
      const { content, isError = false }: Any = await client.callTool({ name, arguments: { ...given } });
      return { isError, text: content[0].text };
    };
    return { client, call };
  };
  return { business, run, connect };
};

const ada = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' } as const;

test('a model reads, and is refused a card number, a secret and every write', async () => {
  const { business, connect } = await aModel('sandbox');
  const { client, call } = await connect();
  const { tools } = await client.listTools();
  assert.ok(tools.length < 40 && tools.every(({ annotations }) => annotations?.readOnlyHint));
  const { body: customer } = await business.client.customers.create({ body: ada });
  const { text } = await call('customers', { action: 'get', customer_id: customer.id });
  assert.deepEqual(JSON.parse(text), customer);
  const refused = async (name: string, given: object, why: RegExp) => {
    const answer = await call(name, given);
    assert.ok(answer.isError && why.test(answer.text), answer.text);
  };
  const change = { action: 'suspend', customer_id: customer.id };
  await refused('cards', { action: 'reveal', card_id: 'card_1' }, /cards\.reveal is never offered/);
  await refused('webhooks_change', { action: 'rotate-secret', webhook_id: 'whk_1' }, /never offered/);
  await refused('customers_change', change, /started without --allow-writes/);
  await refused('customers', change, /started without --allow-writes/);
  await refused('customers', { action: 'get', customer_id: 'cus_unknown' }, /"code":"customer_not_found"/);
  await refused('customers', { action: 'get', customer_id: '..' }, /must be an id/);
  assert.equal((await business.client.customers.get({ params: { customer_id: customer.id } })).body.status, 'active');
  assert.match((await call('reference', { page: 'cards' })).text, /^# Cards\n.*\[cut at character 20000 of \d+\]$/s);
});

test('with the flag it writes what its key may, and still no reveal', async () => {
  const { business, connect } = await aModel('sandbox', '--allow-writes');
  const { call } = await connect();
  const { text } = await call('customers_change', { action: 'create', body: ada });
  const { id } = JSON.parse(text);
  assert.equal((await business.client.customers.get({ params: { customer_id: id } })).body.status, 'active');
  const through = await call('customers', { action: 'suspend', customer_id: id });
  assert.ok(through.isError && /belongs to the tool customers_change/.test(through.text));
  const again = { action: 'create', body: ada, idempotency_key: 'one-operation' };
  const { text: first } = await call('customers_change', again);
  assert.equal((await call('customers_change', again)).text, first);
  assert.match(first, /"object":"customer"/);
  const reveal = await call('cards_change', { action: 'reveal', card_id: 'card_1' });
  assert.ok(reveal.isError && /never offered/.test(reveal.text));
});

test('live is written to only by the flag and the name of the profile', async () => {
  const { run, connect } = await aModel('live', '--allow-writes');
  const { code, stderr } = await run(['mcp', '--allow-writes']);
  assert.deepEqual([code, /--allow-writes and --profile/.test(stderr)], [1, true]);
  const { call } = await connect('--profile', 'live');
  assert.equal((await call('customers_change', { action: 'create', body: ada })).isError, false);
});

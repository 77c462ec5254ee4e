import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { loggedIn, withProfile } from '../../helpers/command-line.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { after, test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

// The host of a model: the SDK's own client over standard input and output.

const local = await listeningWithoutRelay();
const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));

const aModel = async (environment: 'sandbox' | 'live', ...words: string[]) => {
  const { business, config, run } = await (environment === 'live'
    ? loggedIn(local, environment)
    : withProfile(local));
  const connect = async (...more: string[]) => {
    const client = new Client({ name: 'a stranger', version: '1.0.0' });
    const args = [main, ...more, 'mcp', ...words];
    const env = { XDG_CONFIG_HOME: dirname(config), PATH: process.env.PATH ?? '' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    after(() => client.close());
    const call = async (name: string, given: object): Promise<Any> => {
      const { content, isError = false }: Any = await client.callTool({
        name,
        arguments: { ...given },
      });
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
  await refused(
    'webhooks_change',
    { action: 'rotate-secret', webhook_id: 'whk_1' },
    /never offered/,
  );
  await refused('customers_change', change, /started without --allow-writes/);
  await refused('customers', change, /started without --allow-writes/);
  await refused(
    'customers',
    { action: 'get', customer_id: 'cus_unknown' },
    /"code":"customer_not_found"/,
  );
  await refused('customers', { action: 'get', customer_id: '..' }, /must be an id/);
  assert.equal(
    (await business.client.customers.get({ params: { customer_id: customer.id } })).body.status,
    'active',
  );
  const page = (await call('reference', { page: 'cards' })).text;
  assert.match(page, /^# Cards\n.*\n\[cut at character 199\d\d of \d+\]$/s);
  assert.ok(page.length <= 20_000);
});

test('a model is corrected where it names no tool, no action or no page that there is', async () => {
  const { connect } = await aModel('sandbox', '--allow-writes');
  const { client, call } = await connect();
  const unknown = client.callTool({ name: 'customer', arguments: {} });
  await assert.rejects(unknown, {
    code: -32602,
    message: /^MCP error -32602: Unknown tool: customer\. The tools are: reference, accounts, /,
  });
  const corrected = async (name: string, given: object, why: string) => {
    const { isError, text } = await call(name, given);
    assert.deepEqual([isError, JSON.parse(text).title], [true, why]);
  };
  const verbs = 'create, update, close, reactivate, redact, suspend';
  await corrected(
    'customers_change',
    { action: 'remove' },
    `customers_change has no action remove. Its actions: ${verbs}.`,
  );
  await corrected('customers_change', {}, `customers_change takes an action: ${verbs}.`);
  await corrected(
    'customers_change',
    { action: null },
    `customers_change takes an action: ${verbs}.`,
  );
  await corrected(
    'cards',
    { action: 'lst' },
    'cards has no action lst. Its actions: list, get, list-limits.',
  );
  assert.match(
    (await call('reference', { page: 'card' })).text,
    /reference takes a page: .*\bcards\b.*\bbasics, errors/,
  );
});

test('null for an optional field counts as not sent, and an object may come as text', async () => {
  const { connect } = await aModel('sandbox', '--allow-writes');
  const { call } = await connect();
  const empty = { customer_id: null, if_match: null, idempotency_key: null };
  const body = JSON.stringify({
    ...ada,
    email: null,
    legal_name: null,
    address: '{"city":"London"}',
  });
  const created = await call('customers_change', { action: 'create', body, ...empty });
  const { id, address, email } = JSON.parse(created.text);
  assert.deepEqual([created.isError, address.city, email], [false, 'London', null]);
  const listed = await call('customers', {
    action: 'list',
    limit: null,
    cursor: null,
    status: null,
    customer_id: null,
  });
  assert.deepEqual(
    JSON.parse(listed.text).data.map((one: Any) => one.id),
    [id],
  );
  const phone = {
    action: 'update',
    customer_id: id,
    body: { phone: '+441632960961', last_name: null },
  };
  assert.equal(JSON.parse((await call('customers_change', phone)).text).phone, '+441632960961');
  const none = { action: 'update', customer_id: id, body: { phone: null } };
  assert.equal(JSON.parse((await call('customers_change', none)).text).phone, null);
});

test('a line that is no message is answered as JSON-RPC asks, and the next one is served', async () => {
  const { start } = await withProfile(local);
  const server = start('mcp');
  server.stdin?.write(
    '{"jsonrpc":"2.0","id":1,\n[]\n{"id":2}\n{"jsonrpc":"2.0","id":3,"method":"ping"}\n',
  );
  const lines: Any[] = [];
  for await (const line of createInterface({ input: server.stdout ?? assert.fail() })) {
    lines.push(JSON.parse(line));
    if (lines.length === 4) server.stdin?.end();
  }
  assert.deepEqual(
    lines.map(({ jsonrpc, id, error, result }) => [jsonrpc, id, error?.code ?? result]),
    [
      ['2.0', null, -32700],
      ['2.0', null, -32600],
      ['2.0', null, -32600],
      ['2.0', 3, {}],
    ],
  );
});

test('with the flag it writes what its key may, and still no reveal', async () => {
  const { business, connect } = await aModel('sandbox', '--allow-writes');
  const { call } = await connect();
  const { text } = await call('customers_change', { action: 'create', body: ada });
  const { id } = JSON.parse(text);
  assert.equal(
    (await business.client.customers.get({ params: { customer_id: id } })).body.status,
    'active',
  );
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

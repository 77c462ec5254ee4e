import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { deliverWebhook } from '../../functions/contract/workers.ts';
import type { TableName } from '../../functions/store/table.ts';
import { functionName } from '../../lib/environments.ts';
import type { FaultRule } from '../../local/faults.ts';
import { until } from '../../local/test/helpers/until.ts';
import { atRest } from '../helpers/at-rest.ts';
import type { Call } from '../helpers/call.ts';
import { aWord, looksOf } from '../helpers/canary.ts';
import { aCustomer, aTenant, individual } from '../helpers/given.ts';
import type { Any } from '../helpers/printed-document.ts';
import { startService } from '../helpers/service.ts';
import { storedIn } from '../helpers/stored.ts';
import { strike } from '../helpers/strikes.ts';
import { webhooksOf } from '../helpers/webhooks.ts';

/** What nobody may find in a log, by what it is. */
const canaries = {
  url_query: aWord(),
  url_path: aWord(),
  url_password: aWord(),
  header_value: aWord(),
  description: aWord(),
  reason: aWord(),
  event_body: aWord(),
  answered_header: aWord(),
  answered_body: aWord(),
  redirected_to: aWord(),
};

/** Endpoints that take, refuse, break off and lead elsewhere; each says something that is not ours to repeat. */
const endpoint: RequestListener = (request, response) => {
  request.resume();
  const { answered_header, answered_body, redirected_to } = canaries;
  const [path] = (request.url ?? '').split('?');
  if (path?.endsWith('/reset')) return void request.socket.destroy();
  const status = path?.endsWith('/failing') ? 500 : path?.endsWith('/redirect') ? 302 : 200;
  const location = `http://127.0.0.1/${redirected_to}`;
  response.writeHead(status, { 'x-note': answered_header, ...(status === 302 && { location }) }).end(answered_body);
};
const server = createServer(endpoint);
server.unref();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const folder = mkdtempSync(join(tmpdir(), 'canaries-webhooks-'));
const local = await startService({ memory: false, folder });
after(async () => {
  await local.stop();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});
const tenant = await aTenant(local);
const { ask, create, test: send, delivery } = webhooksOf(tenant);

const headers = { 'x-token': canaries.header_value, authorization: `Bearer ${canaries.header_value}` };
const urlOf = (kind: string) =>
  `http://127.0.0.1:${port}/${canaries.url_path}/${kind}?token=${encodeURIComponent(canaries.url_query)}`;
const bodyFor = (kind: string) => ({
  url: urlOf(kind),
  headers,
  description: canaries.description,
  metadata: { note: canaries.description },
});

/** What of an address is for its owner alone. */
const urls = { url_path: canaries.url_path, url_query: canaries.url_query };

/** Every secret that was ever shown. */
const secrets: string[] = [];

/** Gives a webhook a new secret. */
const rotated = async ({ id }: Any): Promise<void> => {
  secrets.push((await ask('POST', `/webhooks/${id}/rotate-secret`, {})).secret);
};

/** A webhook whose delivery has been tried. */
const tried = async (kind: string) => {
  const made = await create({ ...bodyFor(kind), event_types: ['customer.*'] });
  const sent = await delivery(await send(made), ({ attempts_made }) => attempts_made > 0);
  secrets.push(made.secret);
  await rotated(made);
  await ask('PATCH', `/webhooks/${made.id}`, { headers: { 'x-more': canaries.header_value } });
  return { webhook: made, delivery: sent };
};

/** What goes wrong while a delivery is on its way. */
const outages: readonly FaultRule[] = [
  { effect: 'deny', service: 'kms' },
  { effect: 'deny', operation: 'PutItem' },
  { effect: 'kill-after', service: 'kms' },
];

const mistakes = (id: string): Call[] => {
  const post = (more: object): Call => ({ method: 'POST', path: '/webhooks', body: { ...bodyFor('hook'), ...more } });
  return [
    post({ url: `https://user:${canaries.url_password}@example.com/` }),
    post({ url: `ftp://example.com/?token=${canaries.url_query}` }),
    post({ url: `https://10.0.0.1/?token=${canaries.url_query}` }),
    post({ headers: { 'x-token': `${canaries.header_value}\n` } }),
    post({ headers: { [`${canaries.header_value} `]: 'x' } }),
    post({ event_types: [canaries.description] }),
    { method: 'PATCH', path: `/webhooks/${id}`, body: { headers: { host: canaries.header_value } } },
    { method: 'POST', path: `/webhooks/${id}/test`, body: { event_type: canaries.event_body } },
  ];
};

const plant = async (): Promise<void> => {
  const [one] = await Promise.all(['hook', 'failing', 'reset', 'redirect'].map(tried));
  assert.ok(one);
  await aCustomer(tenant, individual({ last_name: canaries.event_body }));
  for (const rule of outages) {
    const fault = strike(local, tenant, { ...rule, function: functionName('sandbox', deliverWebhook.id) });
    // Whoever has opened a secret remembers it for minutes and asks for no key: a fresh one is opened by nobody before.
    await rotated(one.webhook);
    await send(one.webhook);
    await until(() => fault.hits > 0, 'something goes wrong with a delivery');
    fault.remove();
  }
  for (const bad of mistakes(one.webhook.id)) assert.equal((await tenant.call(bad)).status, 400, JSON.stringify(bad));
  await ask('POST', `/webhooks/${one.webhook.id}/disable`, { reason: canaries.reason });
  await ask('POST', `/webhooks/${one.webhook.id}/enable`, {});
  await ask('POST', `/deliveries/${one.delivery.id}/resend`, {});
};
before(plant);

test('no line that any function printed holds where a webhook points, what it sends or what it is answered', async () => {
  const linesNow = () => local.logs.lines().map(({ line }) => line);
  for (const told of ['webhooks.create', '"outcome":"retrying","attempts":', 'message failed', 'AccessDeniedException'])
    await until(() => linesNow().some((line) => line.includes(told)), `the logs tell of ${told}`);
  const lines = linesNow();
  for (const [what, canary] of Object.entries({ ...canaries, ...Object.fromEntries(secrets.entries()) }))
    for (const look of looksOf(canary)) assert.ok(!lines.some((line) => line.includes(look)), what);
});

test('no file of the data holds a webhook secret in the clear', async () => {
  const data = await atRest(local, folder);
  assert.equal(new Set(secrets).size, 8 + outages.length);
  for (const secret of secrets) {
    const bare = secret.slice('whsec_'.length);
    for (const look of [bare, Buffer.from(bare, 'base64'), ...looksOf(secret), ...looksOf(bare)])
      assert.ok(!data.includes(look), 'a secret is there');
  }
  assert.ok(data.includes(canaries.event_body), 'what may lie there is found');
});

test('no table holds the value of a header, no event and no replay record where a webhook points', async () => {
  const stored = storedIn(local);
  const texts = async (table: TableName) => (await stored.items(table)).map((item) => JSON.stringify(item));
  for (const table of ['resources', 'deliveries', 'outbox', 'idempotency'] as const) {
    const unwanted = {
      header_value: canaries.header_value,
      ...(table !== 'resources' && table !== 'deliveries' && urls),
    };
    const found = await texts(table);
    assert.ok(found.length > 0, table);
    for (const [what, canary] of Object.entries(unwanted))
      for (const look of looksOf(canary)) assert.ok(!found.some((text) => text.includes(look)), `${what} in ${table}`);
  }
});

import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliverWebhook } from '../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import type { FaultRule } from '../../../local/faults.ts';
import type { Local } from '../../../local/start.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Call } from '../../helpers/call.ts';
import { aCustomer, individual } from '../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { injectFault } from '../../helpers/injected-faults.ts';
import { aWord } from '../../helpers/personal-data-markers.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { webhooksOf } from '../../helpers/webhooks.ts';
import type { Planted } from './markers.test.ts';

/** The values that nobody may find in a log, by their kind. */
const personal = {
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
  const { answered_header, answered_body, redirected_to } = personal;
  const [path] = (request.url ?? '').split('?');
  if (path?.endsWith('/reset')) return void request.socket.destroy();
  const status = path?.endsWith('/failing') ? 500 : path?.endsWith('/redirect') ? 302 : 200;
  const location = `http://127.0.0.1/${redirected_to}`;
  response
    .writeHead(status, { 'x-note': answered_header, ...(status === 302 && { location }) })
    .end(answered_body);
};
const server = createServer(endpoint);
server.unref();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const headers = {
  'x-token': personal.header_value,
  authorization: `Bearer ${personal.header_value}`,
};
const bodyFor = (kind: string) => ({
  url: `http://127.0.0.1:${port}/${personal.url_path}/${kind}?token=${encodeURIComponent(personal.url_query)}`,
  headers,
  description: personal.description,
  metadata: { note: personal.description },
});

/** The faults while a delivery is on its way. */
const outages: readonly FaultRule[] = [
  { effect: 'deny', service: 'kms' },
  { effect: 'deny', operation: 'PutItem' },
  { effect: 'kill-after', service: 'kms' },
];

const mistakes = (id: string): Call[] => {
  const post = (more: object): Call => ({
    method: 'POST',
    path: '/webhooks',
    body: { ...bodyFor('hook'), ...more },
  });
  return [
    post({ url: `https://user:${personal.url_password}@example.com/` }),
    post({ url: `ftp://example.com/?token=${personal.url_query}` }),
    post({ url: `https://10.0.0.1/?token=${personal.url_query}` }),
    post({ headers: { 'x-token': `${personal.header_value}\n` } }),
    post({ headers: { [`${personal.header_value} `]: 'x' } }),
    post({ event_types: [personal.description] }),
    {
      method: 'PATCH',
      path: `/webhooks/${id}`,
      body: { headers: { host: personal.header_value } },
    },
    { method: 'POST', path: `/webhooks/${id}/test`, body: { event_type: personal.event_body } },
  ];
};

/** Webhooks of a business, and every secret that was ever shown. */
const webhooksAndSecrets = (tenant: Tenant) => {
  const { ask, create, test: send, delivery } = webhooksOf(tenant);
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
    await ask('PATCH', `/webhooks/${made.id}`, { headers: { 'x-more': personal.header_value } });
    return { webhook: made, delivery: sent };
  };
  return { ask, send, secrets, rotated, tried };
};

/** Webhooks whose deliveries arrive, fail and break off, and requests that say where one points where none may. */
export const plantWebhooks = async (local: Local, tenant: Tenant): Promise<Planted> => {
  const { ask, send, secrets, rotated, tried } = webhooksAndSecrets(tenant);
  const [one] = await Promise.all(['hook', 'failing', 'reset', 'redirect'].map(tried));
  assert.ok(one);
  await aCustomer(tenant, individual({ last_name: personal.event_body }));
  for (const rule of outages) {
    const fault = injectFault(local, tenant, {
      ...rule,
      function: functionName('sandbox', deliverWebhook.id),
    });
    // A process that has decrypted a secret remembers it for minutes and asks for no key: a fresh one was decrypted by none before.
    await rotated(one.webhook);
    await send(one.webhook);
    await until(() => fault.hits > 0, 'something goes wrong with a delivery');
    fault.remove();
  }
  for (const bad of mistakes(one.webhook.id))
    assert.equal((await tenant.call(bad)).status, 400, JSON.stringify(bad));
  await ask('POST', `/webhooks/${one.webhook.id}/disable`, { reason: personal.reason });
  await ask('POST', `/webhooks/${one.webhook.id}/enable`, {});
  await ask('POST', `/deliveries/${one.delivery.id}/resend`, {});
  assert.equal(new Set(secrets).size, 8 + outages.length);
  const { header_value, url_path, url_query } = personal;
  return {
    personal,
    secrets: Object.fromEntries(secrets.entries()),
    stored: personal.event_body,
    reported: [
      'webhooks.create',
      '"outcome":"retrying","attempts":',
      'message_failed',
      'AccessDeniedException',
    ],
    absent: {
      resources: { header_value },
      deliveries: { header_value },
      outbox: { header_value, url_path, url_query },
      idempotency: { header_value, url_path, url_query },
    },
  };
};

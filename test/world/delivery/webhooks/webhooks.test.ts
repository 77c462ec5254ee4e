import '../../process.ts';
import assert from 'node:assert/strict';
import type { Any } from '../../../helpers/printed-document.ts';
import { sink } from '../../../helpers/sink.ts';
import { test } from '../../../helpers/tests.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();

const url = `${sink}/hook`;

test('a webhook is shown as it was made, its secret only then', async () => {
  const tenant = await aBusiness();
  const { create, ask } = webhooksOf(tenant);
  const { secret, ...webhook } = await create({
    url,
    description: 'Ledger',
    event_types: ['customer.*', 'api_key.rotated'],
    headers: { 'X-Environment': 'staging' },
    metadata: { team: 'a' },
  });
  assert.deepEqual(webhook.headers, { 'X-Environment': '****' });
  assert.match(secret, /^whsec_[0-9A-Za-z+/]{43}=$/);
  assert.deepEqual(
    [webhook.status, webhook.version, webhook.disabled_reason],
    ['enabled', 1, null],
  );
  assert.deepEqual(webhook.allowed_actions, ['disable', 'rotate-secret', 'test', 'recover']);
  assert.deepEqual(webhook.health, {
    state: 'healthy',
    since: null,
    consecutive_failures: 0,
    last_success_at: null,
    last_failure_at: null,
    next_probe_at: null,
    paused_until: null,
  });
  assert.deepEqual(webhook.secrets, [
    { version: 1, created_at: webhook.created_at, expires_at: null },
  ]);
  assert.deepEqual(await ask('GET', `/webhooks/${webhook.id}`), webhook);
  assert.deepEqual((await ask('GET', '/webhooks')).data, [webhook]);
  const plain = await create({ url });
  assert.deepEqual(
    [plain.event_types, plain.headers, plain.metadata, plain.description],
    [['*'], {}, {}, null],
  );
});

test('a change raises the version, replaces types, and merges headers and metadata', async () => {
  const tenant = await aBusiness();
  const { create, ask } = webhooksOf(tenant);
  const { id } = await create({
    url,
    headers: { a: '1', b: 'twelve letters' },
    metadata: { a: '1', b: '2' },
    description: 'x',
  });
  const path = `/webhooks/${id}`;
  const headers = { A: null, c: 'a secret, encrypted' };
  const body = {
    headers,
    event_types: ['customer.*'],
    metadata: { a: null, c: '3' },
    description: null,
  };
  const changed = await ask('PATCH', path, body);
  assert.deepEqual(
    [changed.version, changed.headers, changed.event_types],
    [2, { b: '****ters', c: '****pted' }, ['customer.*']],
  );
  assert.deepEqual(
    [changed.metadata, changed.description, changed.url],
    [{ b: '2', c: '3' }, null, url],
  );
  for (const same of [{ event_types: ['customer.*'] }, { headers }])
    assert.deepEqual(await ask('PATCH', path, same), changed);
});

test('another origin gets no headers that were set for the one before, and owners see the change as an event', async () => {
  const tenant = await aBusiness();
  const { create, ask } = webhooksOf(tenant);
  const { id } = await create({
    url,
    headers: { authorization: 'Bearer of the first', 'x-team': 'payments' },
  });
  const patch = (body: object) => ask('PATCH', `/webhooks/${id}`, body);
  const names = async (body: object) => Object.keys((await patch(body)).headers);
  assert.deepEqual(await names({ url: `${sink}/elsewhere` }), ['authorization', 'x-team']);
  assert.deepEqual(
    await names({ url: 'https://other.example/hook', headers: { 'X-Team': 'risk' } }),
    ['X-Team'],
  );
  assert.deepEqual(await names({ url: 'https://other.example:8443/hook' }), []);
  const { data } = await ask('GET', `/events?resource_id=${id}&type=webhook.updated`);
  assert.deepEqual(
    data.map(({ previous }: Any) => [previous.url ?? null, Object.keys(previous.headers ?? {})]),
    [
      ['https://other.example/****', ['X-Team']],
      [`${sink}/****`, ['authorization', 'x-team']],
      [null, []],
    ],
  );
});

test('a host in any script is stored in its ASCII form', async () => {
  const { create, ask } = webhooksOf(await aBusiness());
  const made = await create({ url: 'https://Bücher.example:8443/Straße?q=ü' });
  assert.equal(made.url, 'https://xn--bcher-kva.example:8443/Straße?q=ü');
  const path = `/webhooks/${made.id}`;
  assert.equal(
    (await ask('PATCH', path, { url: 'https://bücher.example:8443/Straße?q=ü' })).version,
    1,
  );
  assert.equal(
    (await ask('PATCH', path, { url: 'https://例え.テスト/' })).url,
    'https://xn--r8jz45g.xn--zckzah/',
  );
});

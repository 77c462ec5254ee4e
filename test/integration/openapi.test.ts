import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerOf } from '../helpers/call.ts';
import { document } from '../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../helpers/service.ts';

const local = await sharedWithoutRelay();
const call = callerOf(local.environments.sandbox?.base_url ?? '', 'none');

test('the document that the service serves is the one that the contract prints', async () => {
  const { status, body } = await call({ method: 'GET', path: '/openapi.json', headers: { 'api-key': undefined } });
  assert.equal(status, 200);
  assert.deepEqual(body, document);
});

test('its server is where it was served', async () => {
  const { body } = await call({ method: 'GET', path: '/openapi.json' });
  assert.deepEqual(
    body.servers.map(({ url }: { url: string }) => url),
    ['/v1'],
  );
});

test('a path that is in no document is answered as such, with a key or without', async () => {
  const paths = ['/', '/customer', '/openapi', '/openapi.json/x', '/accounts/a/b', '/%2e%2e/v1/accounts', '/é'];
  for (const path of paths.map(encodeURI)) {
    const answer = await call({ method: 'GET', path });
    assert.deepEqual([answer.status, answer.body.code], [404, 'route_not_found'], path);
  }
});

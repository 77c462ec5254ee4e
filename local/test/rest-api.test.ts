import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { errorOf, running, send } from './helpers/small-api.ts';

describe('a route', () => {
  const resourceOf = async (path: string) => JSON.parse((await send(path)).body).resource;

  test('with fixed segments wins over one with parameters', async () => {
    assert.equal(await resourceOf('/v1/things/special'), '/things/special');
    assert.equal(await resourceOf('/v1/things/other'), '/things/{thing_id}');
    assert.equal(await resourceOf('/v1/things/'), '/things');
    assert.equal(await resourceOf('/v1/rest/a/b'), '/rest/{rest+}');
  });

  test('that does not exist, and a method it does not have, are MISSING_AUTHENTICATION_TOKEN', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/things/a/b',
      '/v1//things',
      '/v1/things/a/freeze',
    ])
      assert.equal(await errorOf(send(path)), '404 MISSING_AUTHENTICATION_TOKEN', path);
    for (const method of ['DELETE', 'OPTIONS', 'PUT', 'PROPFIND'])
      assert.equal(
        await errorOf(send('/v1/things', { method })),
        '404 MISSING_AUTHENTICATION_TOKEN',
        method,
      );
    assert.equal((await send('/v1/things', { method: 'HEAD' })).status, 404);
  });

  test('outside the stage is API Gateway’s own Forbidden', async () => {
    const { status, body } = await send('/v2/things');
    assert.deepEqual([status, body], [403, '{"message":"Forbidden"}']);
  });

  test('beyond its throttle is THROTTLED', async () => {
    for (const _ of [1, 2]) assert.equal((await send('/v1/scarce')).status, 200);
    assert.equal(await errorOf(send('/v1/scarce')), '429 THROTTLED');
    assert.equal((await send('/v1/open')).status, 200);
  });

  test('whose function the API may not invoke fails as a misconfigured API', async () => {
    assert.equal(await errorOf(send('/v1/forbidden')), '500 DEFAULT_5XX');
  });
});

describe('a request', () => {
  test('of more than 10 MB, or more than Lambda takes, is REQUEST_TOO_LARGE', async () => {
    for (const megabytes of [11, 7]) {
      const body = Buffer.alloc(megabytes * 1024 * 1024, 'x');
      assert.equal(
        await errorOf(send('/v1/things', { method: 'POST', body })),
        '413 REQUEST_TOO_LARGE',
      );
    }
    const unauthorized = send('/v1/things', {
      method: 'POST',
      body: Buffer.alloc(11e6),
      token: null,
    });
    assert.equal(await errorOf(unauthorized), '401 UNAUTHORIZED');
  });

  test('with a longer head than API Gateway reads, or an invalid query, is rejected', async () => {
    assert.equal(
      await errorOf(send('/v1/things', { headers: { 'x-long': 'x'.repeat(10_300) } })),
      '431 DEFAULT_4XX',
    );
    assert.equal(await errorOf(send(`/v1/things?a=${'x'.repeat(10_300)}`)), '431 DEFAULT_4XX');
    assert.equal(
      (await send('/v1/things', { headers: { 'x-long': 'x'.repeat(60_000) } })).status,
      431,
    );
    assert.equal(
      (await send('/v1/things', { headers: { 'x-long': 'x'.repeat(9000) } })).status,
      200,
    );
    assert.equal(await errorOf(send('/v1/things?a=%zz')), '400 DEFAULT_4XX');
  });

  test('that is no HTTP, or ends halfway, does no harm', async () => {
    const { port } = new URL(running.base_url);
    const lines = [
      'nonsense\r\n\r\n',
      'GET /v1/things HTTP/1.1\r\n\r\n',
      'GET /v1/things HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nApi-Key: good-1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ];
    for (const line of lines) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(line, 'latin1'));
      socket.on('error', resolve).on('close', resolve).resume();
      await promise;
    }
    const headers = { Expect: 'the-moon', Upgrade: 'h2c', Connection: 'upgrade' };
    assert.equal((await send('/v1/things', { headers })).status, 200);
    assert.equal((await send(`http://elsewhere.example/v1/things`)).status, 200);
  });
});

describe('the authorizer', () => {
  /** How often it had been asked when it answered for this token. */
  const asked = async (token: string, path = '/v1/things') =>
    Number(JSON.parse((await send(path, { token })).body).requestContext.authorizer.asked);

  test('is not started for a token that is missing or misshapen', async () => {
    const before = await asked('count-1');
    for (const token of [null, 'Good-1', 'good1', 'good-1x', '-', 'x'.repeat(5000)])
      assert.equal(await errorOf(send('/v1/things', { token })), '401 UNAUTHORIZED', String(token));
    assert.equal(await asked('count-2'), before + 1);
  });

  test('is asked once for a token while its answer is kept, for all routes', async () => {
    const first = await asked('kept-1');
    assert.equal(await asked('kept-1'), first);
    assert.equal(await asked('kept-1', '/v1/things/other'), first);
    assert.equal(await asked('kept-2'), first + 1);
  });

  test('that throws Unauthorized rejects and is asked again; one that denies is not', async () => {
    for (const [token, expected, calls] of [
      ['unknown-1', '401 UNAUTHORIZED', 2],
      ['deny-1', '403 ACCESS_DENIED', 1],
    ] as const) {
      const before = await asked(`count-3${calls}`);
      for (const _ of [1, 2]) assert.equal(await errorOf(send('/v1/things', { token })), expected);
      assert.equal(await asked(`count-4${calls}`), before + calls + 1);
    }
  });

  test('that allows one method only denies the others from its kept answer', async () => {
    assert.equal((await send('/v1/things', { token: 'only-1' })).status, 200);
    assert.equal(await errorOf(send('/v1/things/a', { token: 'only-1' })), '403 ACCESS_DENIED');
  });

  test('that throws anything else or answers nonsense is AUTHORIZER_FAILURE', async () => {
    for (const token of ['broken-1', 'empty-1', 'deep-1'])
      assert.equal(await errorOf(send('/v1/things', { token })), '500 AUTHORIZER_FAILURE', token);
  });
});

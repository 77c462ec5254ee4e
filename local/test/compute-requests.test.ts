import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { refusal, running, send } from './helpers/small-api.ts';

describe('a request', () => {
  test('of more than 10 MB, or more than Lambda takes, is REQUEST_TOO_LARGE', async () => {
    for (const megabytes of [11, 7]) {
      const body = Buffer.alloc(megabytes * 1024 * 1024, 'x');
      assert.equal(await refusal(send('/v1/things', { method: 'POST', body })), '413 REQUEST_TOO_LARGE');
    }
    assert.equal(
      await refusal(send('/v1/things', { method: 'POST', body: Buffer.alloc(11e6), token: null })),
      '401 UNAUTHORIZED',
    );
  });

  test('with a longer head than API Gateway reads is refused', async () => {
    assert.equal(await refusal(send('/v1/things', { headers: { 'x-long': 'x'.repeat(10_300) } })), '431 DEFAULT_4XX');
    assert.equal(await refusal(send(`/v1/things?a=${'x'.repeat(10_300)}`)), '431 DEFAULT_4XX');
    assert.equal((await send('/v1/things', { headers: { 'x-long': 'x'.repeat(60_000) } })).status, 431);
    assert.equal((await send('/v1/things', { headers: { 'x-long': 'x'.repeat(9000) } })).status, 200);
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
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(line, 'latin1'));
        socket
          .on('error', () => resolve())
          .on('close', () => resolve())
          .resume();
      });
    }
    assert.equal(
      (await send('/v1/things', { headers: { Expect: 'the-moon', Upgrade: 'h2c', Connection: 'upgrade' } })).status,
      200,
    );
    assert.equal((await send(`http://elsewhere.example/v1/things`)).status, 200);
  });
});

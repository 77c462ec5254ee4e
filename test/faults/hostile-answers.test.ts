import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { retryAfter } from '../../functions/delivery/deliveries/retry-after.ts';
import { httpReceiver, rawReceiver } from '../helpers/receiver.ts';
import { failsAs, post } from '../helpers/sending.ts';

const ok = 'HTTP/1.1 200 OK\r\n';

test('a character cut in half at the end of what is kept is left out', async (t) => {
  const { url } = await httpReceiver(t, (_, response) => response.end(`a${'é'.repeat(4000)}`));
  const { response } = await post(url);
  assert.equal(response?.body, `a${'é'.repeat(2047)}`);
  assert.equal(response?.body_bytes, 8001);
});

test('a switch of protocols that nobody asked for is no success', async (t) => {
  const { url } = await rawReceiver(t, (socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
    );
  });
  failsAs(await post(url), 'http_status');
});

test('a redirect to this machine is not followed, and its Location is shown', async (t) => {
  let followed = 0;
  const inside = await httpReceiver(t, (_, response) => {
    followed += 1;
    response.end();
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await httpReceiver(t, (_, response) =>
      response.writeHead(status, { location: inside.url }).end(),
    );
    const result = await post(url);
    failsAs(result, 'redirect');
    assert.equal(result.response?.headers.location, inside.url);
    assert.match(result.error?.message ?? '', new RegExp(`${status} to http://127`));
  }
  assert.equal(followed, 0);
});

test('what arrives with a 2xx line is a success, and what cannot be read of it is noted', async (t) => {
  const noContent = 'HTTP/1.1 204 No Content\r\n';
  const answers: Readonly<Record<string, string>> = {
    '204 with a body': `${noContent}\r\nthanks`,
    '204 with a length and a body': `${noContent}content-length: 6\r\n\r\nthanks`,
    'a length twice': `${ok}content-length: 2\r\ncontent-length: 2\r\n\r\nok`,
    'two lengths that contradict each other': `${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc`,
    'a folded header': `${ok}x-folded: one\r\n two\r\ncontent-length: 0\r\n\r\n`,
    'a header of 20 KB': `${ok}x-long: ${'h'.repeat(20_480)}\r\n\r\n`,
    'interim answers before': `HTTP/1.1 102 Processing\r\n\r\n${ok}x-folded: one\r\n two\r\n\r\n`,
    'a body that breaks off': `${ok}content-length: 100\r\n\r\nstarted`,
    'a broken chunk': `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`,
  };
  for (const [what, answer] of Object.entries(answers)) {
    const { url } = await rawReceiver(t, (socket) => socket.once('data', () => socket.end(answer)));
    const { error, response } = await post(url);
    const status = answer.startsWith(noContent) ? 204 : 200;
    assert.deepEqual([error, response?.status], [null, status], what);
    assert.match(response?.read_error ?? '', /^(HPE_\w+|ECONNRESET)$/, what);
  }
});

test('the same with a 5xx line is a failure', async (t) => {
  for (const header of [
    'content-length: 2\r\ncontent-length: 2',
    'x-folded: one\r\n two',
    `x: ${'h'.repeat(20_480)}`,
  ]) {
    const { url } = await rawReceiver(t, (socket) =>
      socket.end(`HTTP/1.1 500 Broken\r\n${header}\r\n\r\nno`),
    );
    failsAs(await post(url), 'bad_response');
  }
});

test('of a header of 15 KB what explains the answer is kept, and 4 KB at most', async (t) => {
  const many = Array.from({ length: 30 }, (_, index) => `x-${index}: ${'h'.repeat(490)}\r\n`).join(
    '',
  );
  const { url } = await rawReceiver(t, (socket) =>
    socket.end(`HTTP/1.1 503 Busy\r\n${many}retry-after: 7\r\n\r\n`),
  );
  const result = await post(url);
  const kept = Object.entries(result.response?.headers ?? {});
  assert.equal(result.response?.headers['retry-after'], '7');
  assert.ok(
    kept.map(([name, value]) => name.length + value.length).reduce((sum, length) => sum + length) <=
      4096,
  );
});

test('a Retry-After in several lines is kept whole', async (t) => {
  const { url } = await rawReceiver(t, (socket) =>
    socket.end('HTTP/1.1 429 Slow\r\nretry-after: 7\r\nRetry-After: 9\r\n\r\n'),
  );
  const { response } = await post(url);
  assert.equal(response?.headers['retry-after'], '7, 9');
});

test('410, 429 and 503 come with what they say', async (t) => {
  const now = new Date('2026-08-01T00:00:00.000Z');
  const cases = [
    [410, undefined, null],
    [429, '120', 120_000],
    [429, 'Sat, 01 Aug 2026 00:05:00 GMT', 300_000],
    [503, '999999999', 86_400_000],
    [500, '120', null],
  ] as const;
  for (const [status, header, wait_ms] of cases) {
    const headers = header === undefined ? {} : { 'retry-after': header };
    const { url } = await httpReceiver(t, (_, response) =>
      response.writeHead(status, headers).end(),
    );
    const result = await post(url);
    failsAs(result, 'http_status');
    assert.equal(result.response?.status, status);
    assert.equal(retryAfter(status, result.response?.headers['retry-after'], now), wait_ms);
  }
});

test('garbage instead of HTTP is a bad response', async (t) => {
  for (const garbage of [
    'SSH-2.0-OpenSSH_9.2\r\n',
    '\0\x01\x02\x03\x04',
    '{"status":200}\r\n\r\n',
    'HTTP/1.1 2x0 OK\r\n\r\n',
  ]) {
    const { url } = await rawReceiver(t, (socket) => socket.end(garbage));
    failsAs(await post(url), 'bad_response');
  }
});

test('a connection closed without a word is a bad response', async (t) => {
  const { url } = await rawReceiver(t, (socket) => socket.once('data', () => socket.end()));
  failsAs(await post(url), 'bad_response');
});

test('what came before a 2xx answer broke off is kept, also where the connection was reset', async (t) => {
  for (const end of [
    (socket: Socket) => socket.end(),
    (socket: Socket) => socket.resetAndDestroy(),
  ]) {
    const { url } = await rawReceiver(t, (socket) =>
      socket.once('data', () =>
        socket.write(`${ok}content-length: 100\r\n\r\nstarted`, () => end(socket)),
      ),
    );
    const { error, response } = await post(url);
    assert.deepEqual([error, response?.status, response?.read_error], [null, 200, 'ECONNRESET']);
    assert.match(response?.body ?? '', /^(started)?$/);
  }
});

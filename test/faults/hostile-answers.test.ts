import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfter } from '../../functions/deliveries/schedule.ts';
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
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
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
    const { url } = await httpReceiver(t, (_, response) => response.writeHead(status, { location: inside.url }).end());
    const result = await post(url);
    failsAs(result, 'redirect');
    assert.equal(result.response?.headers.location, inside.url);
    assert.match(result.error?.message ?? '', new RegExp(`${status} to http://127`));
  }
  assert.equal(followed, 0);
});

test('a header of 20 KB is a bad response', async (t) => {
  const { url } = await rawReceiver(t, (socket) => socket.end(`${ok}x-long: ${'h'.repeat(20_480)}\r\n\r\n`));
  failsAs(await post(url), 'bad_response');
});

test('of a header of 15 KB what explains the answer is kept, and 4 KB at most', async (t) => {
  const many = Array.from({ length: 30 }, (_, index) => `x-${index}: ${'h'.repeat(490)}\r\n`).join('');
  const { url } = await rawReceiver(t, (socket) => socket.end(`HTTP/1.1 503 Busy\r\n${many}retry-after: 7\r\n\r\n`));
  const result = await post(url);
  const kept = Object.entries(result.response?.headers ?? {});
  assert.equal(result.response?.headers['retry-after'], '7');
  assert.ok(kept.map(([name, value]) => name.length + value.length).reduce((sum, length) => sum + length) <= 4096);
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
    const { url } = await httpReceiver(t, (_, response) => response.writeHead(status, headers).end());
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

test('two lengths that contradict each other are a bad response', async (t) => {
  const { url } = await rawReceiver(t, (socket) =>
    socket.end(`${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc`),
  );
  failsAs(await post(url), 'bad_response');
});

test('a connection closed without a word is a bad response', async (t) => {
  const { url } = await rawReceiver(t, (socket) => socket.once('data', () => socket.end()));
  failsAs(await post(url), 'bad_response');
});

test('an answer that breaks off is a bad response, with what came before', async (t) => {
  const { url } = await rawReceiver(t, (socket) => socket.end(`${ok}content-length: 100\r\n\r\nbegun`));
  const result = await post(url);
  failsAs(result, 'bad_response');
  assert.equal(result.response?.status, 200);
  assert.equal(result.response?.body, 'begun');
});

test('a connection reset in the middle of the body is a bad response', async (t) => {
  const { url } = await rawReceiver(t, (socket) => {
    const reset = () => socket.resetAndDestroy();
    socket.once('data', () => socket.write(`${ok}content-length: 100\r\n\r\nbegun`, reset));
  });
  failsAs(await post(url), 'bad_response');
});

test('a compressed answer is kept as it came, for none was asked for', async (t) => {
  const { url } = await httpReceiver(t, (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([0x1f, 0x8b, 8, 0])),
  );
  const result = await post(url);
  assert.equal(result.error, null);
  assert.equal(result.response?.body_bytes, 4);
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { pauseAsked } from '../../functions/delivery/deliveries/model.ts';
import { httpsSender } from '../../functions/delivery/deliveries/send.ts';
import { until } from '../../local/test/helpers/until.ts';
import { httpReceiver, rawReceiver } from '../helpers/receiver.ts';
import {
  brief_ms,
  failsAs,
  flood,
  forever,
  patient_ms,
  post,
  question,
} from '../helpers/sending.ts';

const ok = 'HTTP/1.1 200 OK\r\n';

/** A deadline for what has started long before, also on a busy machine. */
const started_ms = 4 * brief_ms;

/** Several end with a deadline, so they wait for it together. */
describe('a receiver', { concurrency: true }, () => {
  test('an answer in time with 2xx succeeds and is recorded', async (t) => {
    const { url } = await httpReceiver(t, (_, response) =>
      response.writeHead(201, { 'x-trace': 'abc' }).end('created'),
    );
    const result = await post(url);
    assert.equal(result.error, null);
    assert.equal(result.remote_address, '127.0.0.1');
    assert.equal(result.response?.status, 201);
    assert.equal(result.response?.headers['x-trace'], 'abc');
    assert.equal(result.response?.body, 'created');
    assert.equal(result.response?.body_bytes, 7);
    assert.equal(
      result.response?.body_sha256,
      createHash('sha256').update('created').digest('hex'),
    );
    assert.notEqual(result.timings.connect_ms, null);
    assert.notEqual(result.timings.first_byte_ms, null);
    assert.equal(result.timings.tls_ms, null);
  });

  /** A head, and then a body that never ends: dripped, its first byte with the head, or silent. */
  const endless = (t: TestContext, head: string, drips = true) =>
    rawReceiver(t, (socket) => {
      socket.write(`${head}content-length: 100000\r\n\r\n${drips ? 'x' : ''}`);
      if (drips) forever(socket, () => 'x', 200);
    });

  test('a body that never ends is waited for briefly: its status decides, and what came is kept', async (t) => {
    for (const drips of [true, false]) {
      const { url } = await endless(t, ok, drips);
      const { error, response } = await post(url, patient_ms, brief_ms);
      assert.deepEqual([error, response?.status, response?.read_error], [null, 200, 'ETIMEDOUT']);
      assert.match(response?.body ?? '', drips ? /^x{1,50}$/ : /^$/);
    }
  });

  test('the same with another status is a failure with that status, and what it asks for counts', async (t) => {
    const { url } = await endless(t, 'HTTP/1.1 503 Busy\r\nretry-after: 60\r\n');
    const result = await post(url, patient_ms, brief_ms);
    failsAs(result, 'http_status');
    assert.deepEqual(pauseAsked(result, new Date()), 60_000);
    const { url: elsewhere } = await endless(t, 'HTTP/1.1 302 Found\r\nlocation: /other\r\n');
    failsAs(await post(elsewhere, patient_ms, brief_ms), 'redirect');
    const { url: gone } = await endless(t, 'HTTP/1.1 410 Gone\r\n');
    assert.equal((await post(gone, patient_ms, brief_ms)).response?.status, 410);
  });

  test('a body that has not ended by the deadline of all is no failure of a delivery either', async (t) => {
    const { url } = await endless(t, ok);
    const { error, response } = await post(url, started_ms, patient_ms);
    assert.deepEqual([error, response?.status, response?.read_error], [null, 200, 'ETIMEDOUT']);
  });

  test('the answer to a question is needed whole: a body dripped byte by byte ends with the deadline', async (t) => {
    const { url } = await endless(t, ok);
    const result = await question(url, started_ms);
    failsAs(result, 'timeout');
    assert.equal(result.response?.status, 200);
    assert.match(result.response?.body ?? '', /^x{1,50}$/);
  });

  test('a connection whose body never ended is not used again', async (t) => {
    const sockets: Socket[] = [];
    const { url } = await rawReceiver(t, (socket) => {
      sockets.push(socket);
      socket.once('data', () => socket.write(`${ok}content-length: 10\r\n\r\nx`));
    });
    for (const nth of [1, 2]) {
      assert.equal((await post(url, patient_ms, 50)).error, null);
      await until(() => sockets.length === nth && sockets.every(({ destroyed }) => destroyed));
    }
  });

  test('a status line dripped byte by byte ends with the deadline', async (t) => {
    const { url } = await rawReceiver(t, (socket) => {
      const line = [...ok];
      forever(socket, () => line.shift() ?? '', 200);
    });
    const result = await post(url, brief_ms);
    failsAs(result, 'timeout');
    assert.equal(result.response, null);
  });

  test('of a body of 256 MB 16 KB are read, 4 KB kept, and the rest is never taken', async (t) => {
    const whole = 256 * 1024 * 1024;
    const sockets: Socket[] = [];
    const { url } = await rawReceiver(t, (socket) => {
      sockets.push(socket);
      socket.write(`HTTP/1.1 500 Oops\r\ncontent-length: ${whole}\r\n\r\n`);
      flood(socket, Buffer.alloc(64 * 1024, 'a'), whole);
    });
    const before = process.memoryUsage().rss;
    const results = await Promise.all(Array.from({ length: 20 }, () => post(url)));
    for (const result of results) {
      failsAs(result, 'http_status');
      assert.equal(result.response?.body_bytes, whole);
      assert.equal(result.response?.body, 'a'.repeat(4096));
      assert.equal(
        result.response?.body_sha256,
        createHash('sha256').update('a'.repeat(16_384)).digest('hex'),
      );
    }
    await until(() => sockets.every((socket) => socket.destroyed));
    for (const { bytesWritten } of sockets)
      assert.ok(bytesWritten < whole / 8, `${bytesWritten} bytes were taken`);
    assert.ok(process.memoryUsage().rss - before < whole / 2, 'memory holds what was sent');
  });

  test('a long body of unknown length is a success when its status is one', async (t) => {
    const { url } = await rawReceiver(t, (socket) => {
      socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`);
      flood(socket, Buffer.from(`10000\r\n${'b'.repeat(65_536)}\r\n`), 64 * 1024 * 1024);
    });
    const result = await post(url);
    assert.equal(result.error, null);
    assert.equal(result.response?.body.length, 4096);
    assert.ok(
      (result.response?.body_bytes ?? 0) >= 16_384 &&
        (result.response?.body_bytes ?? 0) <= 16_384 + 65_536,
    );
  });

  test('interim answers without end are ended by the deadline', async (t) => {
    const { url } = await rawReceiver(t, (socket) =>
      forever(socket, () => 'HTTP/1.1 102 Processing\r\n\r\n', 20),
    );
    const result = await post(url, brief_ms);
    failsAs(result, 'timeout');
    assert.equal(result.response, null);
  });

  test('a flood of interim answers is a bad response long before the deadline', async (t) => {
    const piece = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000));
    const { url } = await rawReceiver(t, (socket) => flood(socket, piece, 1024 * 1024 * 1024));
    failsAs(await post(url), 'bad_response');
  });

  test('a closed port is a failed connection', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const result = await post(`http://127.0.0.1:${port}/`);
    failsAs(result, 'connect');
    assert.match(result.error?.message ?? '', /ECONNREFUSED/);
    assert.equal(result.response, null);
  });

  test('a port that accepts and stays silent ends with the deadline', async (t) => {
    const { url } = await rawReceiver(t, () => undefined);
    failsAs(await post(url, brief_ms), 'timeout');
  });

  test('a header that cannot be sent is a result too', async () => {
    const send = httpsSender({ webhookTargets: 'loopback_too' });
    const headers = { 'x-bad': 'a\r\nb' };
    failsAs(
      await send({ url: 'http://127.0.0.1:1024/', headers, body: '', deadline_ms: brief_ms }),
      'connect',
    );
  });
});

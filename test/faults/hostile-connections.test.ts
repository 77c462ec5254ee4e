import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../bench/certificate.ts';
import { httpsSender } from '../../functions/delivery/deliveries/send.ts';
import { until } from '../../local/test/helpers/until.ts';
import { bodyOf, httpReceiver, httpsReceiver, rawReceiver } from '../helpers/receiver.ts';
import { failsAs, patient_ms, post } from '../helpers/sending.ts';

const trusted = selfSigned('receiver.example');
setDefaultCACertificates([...getCACertificates('default'), trusted.cert]);

const send = httpsSender({
  webhookTargets: 'loopback_too',
  resolve: (_host, _options, answer) =>
    setImmediate(() => answer(null, [{ address: '127.0.0.1', family: 4 }])),
});
const sending = { headers: {}, body: '{}', deadline_ms: patient_ms };

test('a certificate that nobody vouches for ends before anything is said', async (t) => {
  let spoken = 0;
  const { port } = await httpsReceiver(t, selfSigned('receiver.example'), () => {
    spoken += 1;
  });
  const result = await send({ ...sending, url: `https://receiver.example:${port}/` });
  failsAs(result, 'tls');
  assert.equal(spoken, 0);
});

test('a trusted certificate of another name ends as tls', async (t) => {
  const { port } = await httpsReceiver(t, trusted, (_, response) => response.end());
  const result = await send({ ...sending, url: `https://other.example:${port}/` });
  failsAs(result, 'tls');
  assert.match(result.error?.message ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/);
});

test('a trusted certificate of the right name is fine, and each phase is timed once', async (t) => {
  const { port } = await httpsReceiver(t, trusted, (_, response) => response.end('thanks'));
  const url = `https://receiver.example:${port}/`;
  const first = await send({ ...sending, url });
  assert.equal(first.error, null);
  for (const timing of Object.values(first.timings)) assert.ok(timing !== null && timing >= 0);
  const second = await send({ ...sending, url });
  assert.equal(second.error, null);
  const { first_byte_ms, ...before } = second.timings;
  assert.deepEqual(before, { dns_ms: null, connect_ms: null, tls_ms: null });
  assert.notEqual(first_byte_ms, null);
  assert.equal(second.remote_address, '127.0.0.1');
});

test('TLS 1.1 is not spoken', async (t) => {
  const { port } = await httpsReceiver(t, { ...trusted, maxVersion: 'TLSv1.1' }, (_, response) =>
    response.end(),
  );
  failsAs(await send({ ...sending, url: `https://receiver.example:${port}/` }), 'tls');
});

test('plain text where TLS is expected ends as tls', async (t) => {
  const { port } = await rawReceiver(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  );
  failsAs(await send({ ...sending, url: `https://receiver.example:${port}/` }), 'tls');
});

test('a connection that the endpoint closed while it was idle costs no attempt', async (t) => {
  const requests: Socket[] = [];
  const { url } = await rawReceiver(t, (socket) => {
    let answered = false;
    socket.on('data', () => {
      requests.push(socket);
      // Closing on the second request is what the sender sees when its request and the other side's close cross.
      if (answered) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      answered = true;
    });
  });
  assert.equal((await post(url)).error, null);
  await until(() => requests.length === 1);
  const second = await post(url);
  assert.equal(second.error, null, JSON.stringify(second));
  assert.ok(new Set(requests).size === 2);
});

test('an endpoint that closes every connection unheard is asked once', async (t) => {
  let connections = 0;
  const { url } = await rawReceiver(t, (socket) => {
    connections += 1;
    socket.once('data', () => socket.resetAndDestroy());
  });
  failsAs(await post(url), 'bad_response');
  assert.equal(connections, 1);
});

test('the body arrives byte for byte with its length and no encoding asked for', async (t) => {
  const body = JSON.stringify({ text: 'ünïcødé 🪝', number: 1.0 });
  let seen: unknown;
  const { url } = await httpReceiver(t, async (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding, host } = request.headers;
    seen = { method: request.method, body: await bodyOf(request), length, encoding, host };
    response.end();
  });
  await send({ ...sending, url, body });
  const length = String(Buffer.byteLength(body));
  assert.deepEqual(seen, {
    method: 'POST',
    body,
    length,
    encoding: undefined,
    host: new URL(url).host,
  });
});

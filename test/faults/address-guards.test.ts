import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { test } from 'node:test';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { guardedLookup } from '../../functions/delivery/webhooks/target-agents.ts';
import { at, loopbackNotations } from '../helpers/ip-notations.ts';
import { rawReceiver } from '../helpers/receiver.ts';
import { patient_ms } from '../helpers/sending.ts';

/** Tries to reach a server of this machine, past the check of the URL. */
const dialled = (
  url: string,
  agent: http.Agent | https.Agent,
): Promise<'reached' | NodeJS.ErrnoException> =>
  new Promise((resolve) => {
    const { request } = url.startsWith('https:') ? https : http;
    const calling = request(url, { agent, signal: AbortSignal.timeout(patient_ms) });
    calling.on('response', (answer) => {
      answer.resume();
      resolve('reached');
    });
    calling.on('error', resolve);
    calling.end();
  });

test('the filter alone holds against every notation of this machine, with and without TLS', async (t) => {
  let connections = 0;
  const { port } = await rawReceiver(t, (socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  const lookup: LookupFunction = (_host, _options, answer) => answer(null, '127.0.0.1', 4);
  const filters = {
    http: new RequestFilteringHttpAgent({ lookup }),
    https: new RequestFilteringHttpsAgent({ lookup }),
  };
  // The filter takes an IPv4-compatible address for a public one; the rules of the URL refuse it.
  for (const host of loopbackNotations.filter((disguise) => disguise !== '[::127.0.0.1]')) {
    for (const scheme of ['http', 'https'] as const) {
      const url = `${scheme}://${host}:${port}/`;
      assert.notEqual(await dialled(url, filters[scheme]), 'reached', url);
    }
  }
  assert.equal(connections, 0);
  assert.equal(await dialled(`http://127.0.0.1:${port}/`, new http.Agent()), 'reached');
});

test('the guarded lookup alone rejects a name that leads inside, with and without TLS', async (t) => {
  let connections = 0;
  const { port } = await rawReceiver(t, (socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  const lookup = guardedLookup('public', at('93.184.215.14', '127.0.0.1'));
  for (const agent of [new http.Agent({ lookup }), new https.Agent({ lookup })]) {
    const refusal = await dialled(
      `${agent instanceof https.Agent ? 'https' : 'http'}://receiver.example:${port}/`,
      agent,
    );
    assert.equal(refusal === 'reached' ? refusal : refusal.code, 'ERR_IP_BLOCKED');
  }
  assert.equal(connections, 0);
});

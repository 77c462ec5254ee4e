import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpsSender } from '../../functions/delivery/deliveries/send.ts';
import type { Resolver } from '../../functions/delivery/webhooks/target-agents.ts';
import { at, loopbackNotations } from '../helpers/ip-notations.ts';
import { httpReceiver } from '../helpers/receiver.ts';
import { brief_ms, failsAs, patient_ms } from '../helpers/sending.ts';

const publicSender = (resolve: Resolver) => httpsSender({ webhookTargets: 'public', resolve });
const sending = { headers: {}, body: '{}', deadline_ms: patient_ms };

for (const host of loopbackNotations) {
  test(`https://${host} is rejected before anything is dialled`, async () => {
    const send = publicSender(at('127.0.0.1'));
    failsAs(await send({ ...sending, url: `https://${host}/hook` }), 'blocked_address');
  });
}

const inside = [
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
];

test('a name that leads to an address inside is rejected, alone or mixed with public ones', async () => {
  for (const address of [...inside, '224.0.0.1', '255.255.255.255', '192.0.0.192']) {
    for (const answers of [[address], ['93.184.215.14', address], [address, '93.184.215.14']]) {
      const result = await publicSender(at(...answers))({
        ...sending,
        url: 'https://receiver.example/hook',
      });
      failsAs(result, 'blocked_address');
      assert.equal(result.remote_address, null);
      assert.doesNotMatch(result.error?.message ?? '', /\d/);
    }
  }
});

test('a sandbox on a laptop reaches this machine and nothing else inside', async (t) => {
  const { port } = await httpReceiver(t, (_, response) => response.end());
  const url = `http://receiver.example:${port}/hook`;
  const result = await httpsSender({ webhookTargets: 'loopback_too', resolve: at('127.0.0.1') })({
    ...sending,
    url,
  });
  assert.equal(result.error, null);
  assert.notEqual(result.timings.dns_ms, null);
  for (const address of inside.slice(1)) {
    const send = httpsSender({ webhookTargets: 'loopback_too', resolve: at('127.0.0.1', address) });
    failsAs(await send({ ...sending, url }), 'blocked_address');
  }
});

test('only IPv4 addresses are asked for', async () => {
  const families: unknown[] = [];
  const send = publicSender((_host, options, answer) => {
    families.push(options.family);
    answer(null, []);
  });
  failsAs(await send({ ...sending, url: 'https://receiver.example/hook' }), 'dns');
  assert.deepEqual(families, [4]);
});

test('http is rejected where only public targets are allowed', async (t) => {
  const { url } = await httpReceiver(t, (_, response) => response.end());
  failsAs(await publicSender(at('127.0.0.1'))({ ...sending, url }), 'blocked_address');
});

test('a name that does not exist, has no address or is never answered ends as dns or timeout', async () => {
  const url = 'https://receiver.example/hook';
  const unknown: Resolver = (_host, _options, answer) =>
    setImmediate(() => answer(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []));
  const result = await publicSender(unknown)({ ...sending, url });
  failsAs(result, 'dns');
  assert.match(result.error?.message ?? '', /ENOTFOUND/);
  failsAs(await publicSender(at())({ ...sending, url }), 'dns');
  failsAs(
    await publicSender(() => undefined)({ ...sending, url, deadline_ms: brief_ms }),
    'timeout',
  );
});

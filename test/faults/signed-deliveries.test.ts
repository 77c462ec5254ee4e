import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import {
  deliveryRequest,
  httpsSender,
  maskedHeaders,
} from '../../functions/delivery/deliveries/send.ts';
import {
  newSigningKeys,
  newWebhookSecret,
  sign,
} from '../../functions/delivery/webhooks/signing.ts';
import { bodyOf, httpReceiver } from '../helpers/receiver.ts';
import { patient_ms } from '../helpers/sending.ts';

const send = httpsSender({ webhookTargets: 'loopback_too' });
const [current, previous, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
const body = '{"id":"evt_1","type":"customer.created","amount":1.50,"name":"Zoë 🪝"}';

const delivering = {
  event: { id: 'evt_01', type: 'customer.created' },
  body,
  attempt: 3,
  at: new Date(),
  secrets: [current],
  custom_headers: { 'X-Team': 'cards', 'User-Agent': 'own/1', Authorization: 'Bearer abc' },
  deadline_ms: patient_ms,
  body_wait_ms: undefined,
};

type Received = { headers: Record<string, string>; body: string };

/** Delivers for real, and returns what the receiver got. */
const delivered = async (
  t: TestContext,
  given: Partial<typeof delivering> = {},
): Promise<Received> => {
  const received = Promise.withResolvers<Received>();
  const { url } = await httpReceiver(t, async (request, response) => {
    received.resolve({
      headers: request.headers as Record<string, string>,
      body: await bodyOf(request),
    });
    response.end();
  });
  const result = await send(deliveryRequest({ ...delivering, ...given, url }));
  assert.equal(result.error, null);
  return received.promise;
};

const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers);

test('a receiver with the public library verifies a delivery', async (t) => {
  const received = await delivered(t);
  assert.equal(received.body, body);
  assert.deepEqual(verified(current, received), JSON.parse(body));
});

test('a tampered body, another id, an old or future timestamp and a wrong secret are rejected', async (t) => {
  const received = await delivered(t);
  const { headers } = received;
  const refused = (secret: string, given: Received) =>
    assert.throws(() => verified(secret, given), WebhookVerificationError);
  refused(current, { headers, body: body.replace('1.50', '1.51') });
  refused(current, { headers, body: `${body} ` });
  refused(current, { headers: { ...headers, 'webhook-id': 'evt_02' }, body });
  refused(current, {
    headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
    body,
  });
  refused(foreign, received);
  for (const shift_ms of [-360_000, 360_000]) {
    refused(current, await delivered(t, { at: new Date(Date.now() + shift_ms) }));
  }
});

test('while two secrets live either verifies, afterwards only the new one', async (t) => {
  const both = await delivered(t, { secrets: [current, previous] });
  assert.match(both.headers['webhook-signature'] ?? '', /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  verified(current, both);
  verified(previous, both);
  assert.throws(() => verified(foreign, both), WebhookVerificationError);
  const after = await delivered(t, { secrets: [current] });
  verified(current, after);
  assert.throws(() => verified(previous, after), WebhookVerificationError);
});

test('a delivery names its event and attempt, and carries the custom headers', async (t) => {
  const { headers } = await delivered(t);
  assert.equal(headers['webhook-id'], 'evt_01');
  assert.equal(headers['webhook-event-type'], 'customer.created');
  assert.equal(headers['webhook-attempt'], '3');
  assert.equal(headers['webhook-timestamp'], String(Math.floor(delivering.at.getTime() / 1000)));
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['accept-encoding'], 'identity');
  assert.equal(headers['x-team'], 'cards');
  assert.equal(headers['user-agent'], 'own/1');
  const plain = await delivered(t, { custom_headers: {} as typeof delivering.custom_headers });
  assert.match(plain.headers['user-agent'] ?? '', /\+https:\/\//);
});

test('the history shows neither signatures nor what the business added', () => {
  const { headers } = deliveryRequest({
    ...delivering,
    url: 'https://a.example/',
    secrets: [current, newSigningKeys().secret],
  });
  const masked = maskedHeaders(headers, delivering.custom_headers);
  assert.equal(masked['webhook-signature'], 'v1,**** v1a,****');
  for (const custom of ['authorization', 'x-team', 'user-agent'])
    assert.equal(masked[custom], '****');
  assert.deepEqual(Object.keys(masked), Object.keys(headers));
  assert.equal(masked['webhook-id'], 'evt_01');
});

test('a signature is the one that the specification defines', () => {
  const at = new Date('2026-08-01T00:00:00.999Z');
  const key = Buffer.from(current.slice('whsec_'.length), 'base64');
  assert.equal(key.length, 32);
  const expected = createHmac('sha256', key).update(`evt_01.1785542400.${body}`).digest('base64');
  assert.deepEqual(sign('evt_01', at, body, [current]), {
    'webhook-id': 'evt_01',
    'webhook-timestamp': '1785542400',
    'webhook-signature': `v1,${expected}`,
  });
});

test('a secret that is too short, too long or of another form signs nothing', () => {
  const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  for (const bad of [secret(1), secret(23), secret(65), Buffer.alloc(32).toString('base64'), '']) {
    assert.throws(() => sign('evt_01', new Date(), body, [bad]), RangeError);
  }
  for (const bytes of [24, 64]) assert.ok(sign('evt_01', new Date(), body, [secret(bytes)]));
});

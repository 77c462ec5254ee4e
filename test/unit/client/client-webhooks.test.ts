import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { verifyEvent } from '../../../client/src/webhooks.ts';
import { newSigningKeys, newWebhookSecret, sign } from '../../../functions/webhooks/signing.ts';

const secret = newWebhookSecret();
const id = 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w';
const body = JSON.stringify({ id, type: 'card.frozen', data: { id: 'card_1', nickname: 'Zoë' } });
const signed = (at = new Date(), secrets = [secret]) => sign(id, at, body, secrets);
const sent = new TextEncoder();

describe('an event is taken from a delivery that we signed', () => {
  const capitalised = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
  const received: [string, Parameters<typeof verifyEvent>[2]][] = [
    ['with headers as Node has them', { ...signed(), cookie: ['a', 'b'], accept: undefined }],
    ['with headers as fetch has them', new Headers({ ...signed() })],
    ['with headers as API Gateway has them', capitalised],
  ];
  for (const [what, headers] of received) {
    test(what, () => {
      assert.deepEqual(verifyEvent(secret, body, headers), JSON.parse(body));
      assert.deepEqual(verifyEvent(secret, sent.encode(body), headers), JSON.parse(body));
    });
  }

  test('with either secret while one takes the place of the other', () => {
    const next = newWebhookSecret();
    const headers = { ...signed(new Date(), [secret, next]) };
    for (const one of [secret, next]) assert.equal(verifyEvent(one, body, headers).id, id);
  });
});

describe('an event is not taken', () => {
  const refused = (text: string | Uint8Array, headers: Record<string, string>, key = secret) =>
    assert.throws(() => verifyEvent(key, text, headers), WebhookVerificationError);

  test('of which a byte has changed', () => refused(body.replace('frozen', 'closed'), { ...signed() }));
  test('that was printed anew', () => refused(JSON.stringify(JSON.parse(body), null, 1), { ...signed() }));
  test('before which a mark of byte order stands', () => refused(sent.encode(`\uFEFF${body}`), { ...signed() }));
  test('that another secret signed', () => refused(body, { ...signed() }, newWebhookSecret()));
  test('under the id of another', () => refused(body, { ...signed(), 'webhook-id': 'evt_2' }));
  test('that was signed six minutes ago', () => refused(body, { ...signed(new Date(Date.now() - 360_000)) }));
  test('without its headers', () => refused(body, {}));
});

describe('an event is taken by the public key of who signed it', () => {
  const keys = newSigningKeys();
  const signedBy = (secrets: readonly string[], at = new Date()) => ({ ...sign(id, at, body, secrets) });
  const refused = (text: string | Uint8Array, headers: Record<string, string>, key = keys.public_key) =>
    assert.throws(() => verifyEvent(key, text, headers), WebhookVerificationError);

  test('however the headers are written', () => {
    const headers = signedBy([keys.secret]);
    const capitalised = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const received of [headers, new Headers(headers), capitalised]) {
      assert.deepEqual(verifyEvent(keys.public_key, body, received), JSON.parse(body));
      assert.deepEqual(verifyEvent(keys.public_key, sent.encode(body), received), JSON.parse(body));
    }
  });

  test('beside a secret and another key, each of which proves it too', () => {
    const other = newSigningKeys();
    const headers = signedBy([secret, keys.secret, other.secret]);
    assert.match(headers['webhook-signature'], /^v1,\S+ v1a,\S+ v1a,\S+$/);
    for (const one of [secret, keys.public_key, other.public_key]) assert.equal(verifyEvent(one, body, headers).id, id);
  });

  test('and not where a byte, the id, the time or the key is another', () => {
    const headers = signedBy([keys.secret]);
    refused(body.replace('frozen', 'closed'), headers);
    refused(sent.encode(`\uFEFF${body}`), headers);
    refused(body, { ...headers, 'webhook-id': 'evt_2' });
    refused(body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) });
    refused(body, headers, newSigningKeys().public_key);
    for (const minutes of [-6, 6]) refused(body, signedBy([keys.secret], new Date(Date.now() + minutes * 60_000)));
    refused(body, {});
    refused(body, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1a', 'v1') });
    refused(body, signedBy([secret]));
    refused(body, { ...headers, 'webhook-timestamp': `${headers['webhook-timestamp']}.0` });
  });

  test('whose private half is of no use to the library, and no half of a key signs', () => {
    assert.throws(() => new Webhook(secret).verify(body, signedBy([keys.secret])), WebhookVerificationError);
    for (const broken of ['whsk_', `${keys.secret.slice(0, 40)}`, keys.public_key])
      assert.throws(() => sign(id, new Date(), body, [broken]), RangeError);
  });
});

test('keys are written as Standard Webhooks writes them, and RFC 8032 signs', () => {
  // The first test vector of RFC 8032, section 7.1, with a message of ours.
  const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  const point = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
  const whsk = `whsk_${Buffer.from(seed + point, 'hex').toString('base64')}`;
  const whpk = `whpk_${Buffer.from(point, 'hex').toString('base64')}`;
  assert.equal(verifyEvent(whpk, body, { ...sign(id, new Date(), body, [whsk]) }).id, id);
  const { secret: made, public_key } = newSigningKeys();
  assert.match(made, /^whsk_[A-Za-z0-9+/]{86}==$/);
  assert.match(public_key, /^whpk_[A-Za-z0-9+/]{43}=$/);
});

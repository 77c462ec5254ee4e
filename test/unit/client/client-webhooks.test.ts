import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { verifyEvent, WebhookVerificationError } from '../../../client/src/webhooks.ts';
import {
  newSigningKeys,
  newWebhookSecret,
  sign,
} from '../../../functions/delivery/webhooks/signing.ts';
import { describe, test } from '../../helpers/tests.ts';

const secret = newWebhookSecret();
const keys = newSigningKeys();
const id = 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w';
const body = JSON.stringify({ id, type: 'card.frozen', data: { id: 'card_1', nickname: 'Zoë' } });
const signedBy = (secrets: readonly string[], at = new Date()) => ({
  ...sign(id, at, body, secrets),
});
const bytes = (text: string) => new TextEncoder().encode(text);

const signers = [
  { by: 'a Secret Key', signing: secret, key: secret, other: newWebhookSecret() },
  {
    by: 'a public key',
    signing: keys.secret,
    key: keys.public_key,
    other: newSigningKeys().public_key,
  },
];

for (const { by, signing, key, other } of signers) {
  describe(`a delivery is verified by ${by}`, () => {
    const headers = signedBy([signing]);

    test('however its headers and body arrive', () => {
      const capitalised = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      );
      const asNodeHasThem = { ...headers, cookie: ['a', 'b'], accept: undefined };
      const version = headers['webhook-signature'].split(',')[0];
      const listed = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value]]),
      );
      const twice = {
        ...headers,
        'webhook-signature': [`${version},AAAA`, headers['webhook-signature']],
      };
      for (const received of [asNodeHasThem, new Headers(headers), capitalised, listed, twice])
        for (const sent of [body, bytes(body)])
          assert.deepEqual(verifyEvent(key, sent, received), JSON.parse(body));
    });

    test('and rejected where the body, the id, the time, the signature or the key differs', () => {
      const signature = headers['webhook-signature'];
      const wrong: [string | Uint8Array, Record<string, string | string[]>, string?][] = [
        [body.replace('frozen', 'closed'), headers],
        [JSON.stringify(JSON.parse(body), null, 1), headers],
        [bytes(`\uFEFF${body}`), headers],
        [body, { ...headers, 'webhook-id': 'evt_2' }],
        [
          body,
          { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
        ],
        ...[-6, 6].map((minutes): [string, typeof headers] => [
          body,
          signedBy([signing], new Date(Date.now() + minutes * 60_000)),
        ]),
        [
          body,
          {
            ...headers,
            'webhook-signature': signature.replace(/^v1a?/, (v) => (v === 'v1' ? 'v1a' : 'v1')),
          },
        ],
        [body, {}],
        [body, { ...headers, 'webhook-id': [id, id] }],
        [body, headers, other],
      ];
      for (const [text, received, by = key] of wrong)
        assert.throws(
          () => verifyEvent(by, text, received),
          WebhookVerificationError,
          JSON.stringify(received),
        );
    });
  });
}

test('what the library of Standard Webhooks signs is verified', () => {
  const headers = {
    ...signedBy([secret]),
    'webhook-signature': new Webhook(secret).sign(id, new Date(), body),
  };
  assert.equal(verifyEvent(secret, body, headers).id, id);
});

test('each of several signatures verifies a delivery', () => {
  const [nextSecret, nextKeys] = [newWebhookSecret(), newSigningKeys()];
  const headers = signedBy([secret, nextSecret, keys.secret, nextKeys.secret]);
  assert.match(headers['webhook-signature'], /^v1,\S+ v1,\S+ v1a,\S+ v1a,\S+$/);
  for (const key of [secret, nextSecret, keys.public_key, nextKeys.public_key])
    assert.equal(verifyEvent(key, body, headers).id, id);
});

test('the timestamp of an ed25519 signature has digits only', () => {
  const headers = signedBy([keys.secret]);
  const wrong = { ...headers, 'webhook-timestamp': `${headers['webhook-timestamp']}.0` };
  assert.throws(() => verifyEvent(keys.public_key, body, wrong), WebhookVerificationError);
});

test('a damaged key is a verification error, as a wrong one', () => {
  const damaged = [
    '',
    'whsec_',
    'whsec_!',
    'whpk_',
    'whpk_!',
    keys.public_key.slice(0, -8),
    `${keys.public_key}AAAA`,
  ];
  for (const key of damaged)
    assert.throws(
      () => verifyEvent(key, body, signedBy([keys.secret])),
      WebhookVerificationError,
      key,
    );
});

test('a private key is useless as a Secret Key, and a part of a key does not sign', () => {
  assert.throws(
    () => new Webhook(secret).verify(body, signedBy([keys.secret])),
    /No matching signature/,
  );
  for (const broken of ['whsk_', `${keys.secret.slice(0, 40)}`, keys.public_key])
    assert.throws(() => sign(id, new Date(), body, [broken]), RangeError);
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

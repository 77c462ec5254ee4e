import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { luhnValid } from '../../../../functions/core/card-number.ts';
import { itemsAt } from '../../../../functions/core/validation.ts';
import { encryptToKey } from '../../../../functions/issuing/cards/encrypt-to-key.ts';
import type { PublicKey as Key } from '../../../../functions/issuing/cards/reveal-schema.ts';
import {
  CardReveal,
  PublicKeySchema,
  toCardReveal,
} from '../../../../functions/issuing/cards/reveal-schema.ts';
import { simulatedNumber } from '../../../../functions/issuing/issuers/simulated-card.ts';
import { aCard } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const large = generateKeyPairSync('rsa', { modulusLength: 4096 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwkOf = (key: KeyObject, said: object = {}) =>
  ({ ...key.export({ format: 'jwk' }), ...said }) as unknown as Key;
const secrets = {
  ...simulatedNumber(createHmac('sha256', 'key').update('card/1').digest()),
  exp_month: 11,
  exp_year: 2030,
};

const decrypted = async (jwe: string, key: KeyObject) => {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, key);
  return { text: new TextDecoder().decode(plaintext), protectedHeader };
};

describe('what is encrypted', () => {
  const cases: [string, KeyObject, KeyObject, object, object][] = [
    ['to RSA', rsa.publicKey, rsa.privateKey, {}, { alg: 'RSA-OAEP-256' }],
    ['to RSA of 4096 bits', large.publicKey, large.privateKey, {}, { alg: 'RSA-OAEP-256' }],
    ['to P-256', ec.publicKey, ec.privateKey, {}, { alg: 'ECDH-ES' }],
    [
      'to a key as a browser exports it',
      rsa.publicKey,
      rsa.privateKey,
      { alg: 'RSA-OAEP-256', use: 'enc', key_ops: ['encrypt'], ext: true, kid: 'mine' },
      { alg: 'RSA-OAEP-256', kid: 'mine' },
    ],
    [
      'to a key that says nothing of encryption',
      rsa.publicKey,
      rsa.privateKey,
      { key_ops: ['unwrapKey'], ext: false },
      { alg: 'RSA-OAEP-256' },
    ],
    [
      'to a curve’s key as a browser exports it',
      ec.publicKey,
      ec.privateKey,
      { alg: 'ECDH-ES', key_ops: [], ext: true },
      { alg: 'ECDH-ES' },
    ],
  ];
  for (const [what, publicKey, privateKey, said, header] of cases)
    test(`${what} opens with its private key, and is a number with its ends`, async () => {
      const key = jwkOf(publicKey, said);
      assert.deepEqual(itemsAt(PublicKeySchema, key, ['public_key']), []);
      const jwe = await encryptToKey(secrets, key);
      const { text, protectedHeader } = await decrypted(jwe, privateKey);
      const { epk: _ephemeral, ...fixed } = protectedHeader;
      assert.deepEqual(fixed, { ...header, enc: 'A256GCM', cty: 'application/json' });
      const plain = JSON.parse(text);
      assert.deepEqual(Object.keys(plain), ['number', 'exp_month', 'exp_year', 'cvc']);
      assert.deepEqual(plain, secrets);
      assert.ok(luhnValid(plain.number) && plain.number.endsWith(secrets.number.slice(-4)));
      assert.deepEqual(itemsAt(CardReveal, toCardReveal(aCard().id, { jwe }), []), []);
    });
});

test('a point that is on no curve is rejected as the key it is part of', async () => {
  const key = jwkOf(ec.publicKey, { x: Buffer.alloc(32, 1).toString('base64url') });
  assert.deepEqual(itemsAt(PublicKeySchema, key, ['public_key']), []);
  const detail = 'Must be a valid key: its numbers do not match.';
  const errors = [{ pointer: '/public_key', code: 'invalid_value', detail }];
  await assert.rejects(encryptToKey(secrets, key), {
    code: 'validation_failed',
    details: { errors },
  });
});

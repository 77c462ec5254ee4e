import { createECDH } from 'node:crypto';
import { calculateJwkThumbprint, compactDecrypt, importJWK } from 'jose';
import { ApiError } from '../../core/api-error.ts';
import { issuerRefused } from '../cards/model.ts';
import type { PinIssuer, PinKeyIssuer, PinPublicKey } from './issuer.ts';
import { issuerTable, setting } from './records.ts';
import { macOf, readSimulatorRow } from './simulator.ts';

const alg = 'ECDH-ES';
const enc = 'A256GCM';

/** Names the pair of keys; another number makes another pair. */
const pair_name = 'pin-key/1';

/** The order of P-256 (SEC 2, section 2.4.2): private keys are below it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const coordinate_bytes = 32;

/** The pair of keys of this environment. It is derived from a key that KMS never gives away, so that none is at rest. */
const keyPair = async () => {
  const mac = await macOf(pair_name);
  const scalar = (BigInt(`0x${Buffer.from(mac).toString('hex')}`) % (order - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * coordinate_bytes, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  // Uncompressed (SEC 1, section 2.3.3): a byte that says so, then both coordinates.
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + coordinate_bytes), point.subarray(1 + coordinate_bytes)];
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  } as const;
  const public_key: PinPublicKey = { ...jwk, kid: await calculateJwkThumbprint(jwk) };
  return { public_key, private_key: { ...jwk, d: d.toString('base64url') } };
};

/** The key of the simulated issuer. */
export const simulatedPinKey = (): PinKeyIssuer => ({
  name: 'simulator',
  pinKey: async () => ({
    alg,
    enc,
    public_key: (await keyPair()).public_key,
    public_key_url: null,
  }),
});

/** A PIN has 4 to 12 digits (ISO 9564-1). */
const isPin = /^[0-9]{4,12}$/;

/** The simulated issuer takes any PIN, and keeps nothing of it but that the card has one. */
export const simulatedPins = (): PinIssuer => {
  const records = issuerTable(readSimulatorRow);
  return {
    setPin: async (reference, encryptedPin) => {
      if (!isPin.test(await decrypted(encryptedPin)))
        throw invalid('Must be the JWE of 4 to 12 digits alone.');
      const { changed, row } = await records.update(reference, withPin);
      if (!changed) throw issuerRefused(row ? 'card_canceled' : 'card_unknown');
    },
  };
};

const decrypted = async (encryptedPin: string): Promise<string> => {
  const { public_key, private_key } = await keyPair();
  const allowed = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc] };
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      encryptedPin,
      await importJWK(private_key, alg),
      allowed,
    );
    if ((protectedHeader.kid ?? public_key.kid) === public_key.kid)
      return new TextDecoder().decode(plaintext);
  } catch {
    // The message may repeat what was sent.
  }
  throw invalid(
    `Must be a compact JWE, ${alg} and ${enc}, to the key of GET /cards/{card_id}/pin-key.`,
  );
};

const invalid = (detail: string) =>
  new ApiError('validation_failed', {
    errors: [{ pointer: '/encrypted_pin', code: 'invalid_value', detail }],
  });

const withPin = setting(
  { pin_status: 'active' },
  {
    when: '#state = :issued AND #status <> :canceled',
    compared: { issued: 'issued', canceled: 'canceled' },
  },
);

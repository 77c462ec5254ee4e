import { CompactEncrypt, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { ApiError } from '../../core/api-error.ts';
import type { CardSecrets } from '../issuers/issuer.ts';
import { keyAlgorithms, type PublicKey } from './reveal-schema.ts';

/**
 * Encrypts the secrets of a card for the caller's private key: a compact JWE (RFC 7516), RSA-OAEP-256 or ECDH-ES, the content
 * A256GCM. `publicKeyProblems` has found nothing in the key; throws validation_failed where it is no key all the same, such as
 * a point that is not on its curve.
 */
export const encryptToKey = async (secrets: CardSecrets, key: PublicKey): Promise<string> => {
  const { number, exp_month, exp_year, cvc } = secrets;
  const alg = keyAlgorithms[key.kty];
  const header = {
    alg,
    enc: 'A256GCM',
    cty: 'application/json',
    ...(key.kid !== undefined && { kid: key.kid }),
  };
  const imported = await importJWK(materialOf(key), alg).catch(() => {
    throw new ApiError('validation_failed', { errors: [noKey] });
  });
  const plaintext = new TextEncoder().encode(JSON.stringify({ number, exp_month, exp_year, cvc }));
  return new CompactEncrypt(plaintext).setProtectedHeader(header).encrypt(imported);
};

/**
 * The thumbprint of a key (RFC 7638, SHA-256): the same however it was written, and of no other.
 */
export const thumbprintOf = (key: PublicKey): Promise<string> =>
  calculateJwkThumbprint(materialOf(key));

/** The key alone: what else its owner says of it, such as what it may be used for, would be held against us. */
const materialOf = (key: PublicKey): JWK =>
  key.kty === 'RSA'
    ? { kty: 'RSA', n: key.n, e: key.e }
    : { kty: 'EC', crv: key.crv, x: key.x, y: key.y };

const noKey = {
  pointer: '/public_key',
  code: 'invalid_value',
  detail: 'Must be a valid key: its numbers do not match.',
} as const;

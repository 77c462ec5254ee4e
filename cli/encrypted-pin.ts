import type { JWK } from 'jose';

/** The key in the answer to `GET /cards/{card_id}/pin-key`. */
type Key = { readonly alg: string; readonly enc: string; readonly public_key: JWK | null };

/** A PIN encrypted to the issuer's key, as a compact JWE. Throws where the issuer publishes the key at an address of its own. */
export const encryptedPin = async (pin: string, { alg, enc, public_key }: Key): Promise<string> => {
  if (!public_key)
    throw new Error('The issuer publishes its key at another address: see public_key_url.');
  // Most commands encrypt nothing, and start in a fifth less time without the library.
  const { CompactEncrypt, importJWK } = await import('jose');
  const header = { alg, enc, ...(public_key.kid !== undefined && { kid: public_key.kid }) };
  const encrypting = new CompactEncrypt(new TextEncoder().encode(pin)).setProtectedHeader(header);
  return encrypting.encrypt(await importJWK(public_key, alg));
};

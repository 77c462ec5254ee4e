const algorithm = {
  name: 'RSA-OAEP',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** A key pair for one reveal. Its private key cannot be exported, also not by this page. */
export const createKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);

/** The text of a compact JWE (RFC 7516) of RSA-OAEP-256 and A256GCM. */
export const decryptJwe = async (jwe: string, privateKey: CryptoKey): Promise<string> => {
  const [header = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = jwe.split('.');
  const { alg, enc } = JSON.parse(new TextDecoder().decode(bytesOf(header)));
  if (alg !== 'RSA-OAEP-256' || enc !== 'A256GCM') throw new Error('The JWE is encrypted in another way.');
  const raw = await crypto.subtle.decrypt(algorithm, privateKey, bytesOf(encryptedKey));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  // The protected header is authenticated as it is written; the tag follows the text.
  const authenticated = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new TextEncoder().encode(header) };
  const sealed = new Uint8Array([...bytesOf(ciphertext), ...bytesOf(tag)]);
  return new TextDecoder().decode(await crypto.subtle.decrypt(authenticated, key, sealed));
};

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
